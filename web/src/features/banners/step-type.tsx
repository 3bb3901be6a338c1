import { BANNER_TYPE_IDS, BANNER_TYPES, bannerTexts } from '@samtrot/shared/banners/rules.ts';
import { formatNumber } from '@samtrot/shared/kernel/format.ts';
import { usePrices } from '../../lib/session/session.ts';
import { PreviewSlot } from './preview-slot.tsx';
import { controlId, type Wizard } from './use-wizard.ts';
import './step-type.css';
import './wizard.css';
import '../../ui/field.css';
import '../../ui/radio-card.css';

/** BAN-34 to BAN-36. */
export function StepType({ wizard, fixed }: { wizard: Wizard; fixed: boolean }) {
  const { form, change } = wizard;
  const { banners: prices } = usePrices();
  return (
    <section aria-labelledby="step-title">
      <h2 className="h2 below-4" id="step-title" tabIndex={-1}>
        {fixed ? 'Dein Banner' : 'Welchen Banner möchtest du?'}
      </h2>
      {fixed && <p className="help below-4">{bannerTexts.fixed}</p>}
      <div className="types" role="radiogroup" aria-labelledby="step-title" id={controlId('typ')}>
        {BANNER_TYPE_IDS.map((id) => {
          const { name, description, format } = BANNER_TYPES[id];
          return (
            <label key={id} className="choice focus-frame type" data-slot="radio-card">
              <PreviewSlot typ={id} />
              <span className="type-b">
                <span className="between gap-2">
                  <span className="h3">{name}</span>
                  <input
                    type="radio"
                    className="radio"
                    name="typ"
                    value={id}
                    checked={form.typ === id}
                    disabled={fixed && form.typ !== id}
                    onChange={() => change({ typ: id })}
                  />
                </span>
                <span className="sm muted">{description}</span>
                <span className="sm muted num">{format}</span>
                <span className="type-p">
                  <b className="big-number num">{formatNumber(prices[id])}</b>
                  <span className="sm muted">Credits pro Monat</span>
                </span>
              </span>
            </label>
          );
        })}
      </div>
    </section>
  );
}
