import type { Banner } from '@samtrot/shared/banners/contract.ts';
import {
  BANNER_MONTHS,
  type BannerTypeId,
  bannerTexts,
  monthsLabel,
} from '@samtrot/shared/banners/rules.ts';
import { formatCredits, shownWire } from '@samtrot/shared/kernel/format.ts';
import { usePrices } from '../../lib/session/session.ts';
import { CostList } from '../../ui/cost-list.tsx';
import { StartChoice } from '../../ui/start-choice.tsx';
import { SettingRow } from '../../ui/switch.tsx';
import { controlId, type Wizard } from './use-wizard.ts';
import { isBooked } from './wizard-form.ts';
import './step-time.css';
import '../../ui/slider.css';
import './wizard.css';
import '../../ui/card.css';
import '../../ui/field.css';

interface Props {
  wizard: Wizard;
  typ: BannerTypeId;
  /** Null for a new one. */
  banner: Banner | null;
}

/** BAN-44 to BAN-49. */
export function StepTime({ wizard, typ, banner }: Props) {
  const { form, change, errorAt, show } = wizard;
  const prices = usePrices();
  const status = banner?.status ?? null;
  const booked = isBooked(status);
  const begun = booked && status !== 'geplant';
  return (
    <section className="card time-step" aria-labelledby="step-title">
      <h2 className="h2 below-4" id="step-title" tabIndex={-1}>
        Wann soll der Banner laufen?
      </h2>
      <h3 className="h3" id="start-title">
        Start
      </h3>
      {begun ? (
        <Run banner={banner!} />
      ) : (
        <StartChoice
          value={form}
          onChange={change}
          errorAt={errorAt}
          onLeave={(field) => show(field)}
          idOf={controlId}
          labelledBy="start-title"
          now={booked ? 'Online, sobald du speicherst' : 'Online nach dem Bestellen'}
          planned="Datum und Zeit wählen"
          resettable
        />
      )}
      <h3 className="h3" id="months-title">
        Laufzeit
      </h3>
      {booked ? (
        <p>
          <span className="strong">{monthsLabel(form.monate)}</span>
          <span className="help block above-1">{bannerTexts.fixed}</span>
        </p>
      ) : (
        <div className="stack gap-1">
          <div className="between">
            <span className="strong num">{monthsLabel(form.monate)}</span>
            <span className="sm muted num">{formatCredits(prices.banners[typ] * form.monate)}</span>
          </div>
          <input
            id={controlId('monate')}
            className="slider"
            type="range"
            min={BANNER_MONTHS.min}
            max={BANNER_MONTHS.max}
            step={1}
            value={form.monate}
            aria-labelledby="months-title"
            aria-valuetext={monthsLabel(form.monate)}
            onChange={(event) => change({ monate: Number(event.target.value) })}
          />
          <div className="between sm subtle num" aria-hidden>
            <span>{BANNER_MONTHS.min}</span>
            <span>{BANNER_MONTHS.max}</span>
          </div>
        </div>
      )}
      <SettingRow
        id={controlId('auto_extend')}
        label="Automatisch reaktivieren"
        help={`Am Ende wird der Banner wieder für ${monthsLabel(form.monate)} gebucht, wenn dein Guthaben reicht.`}
        checked={form.auto_extend}
        onChange={(event) => change({ auto_extend: event.target.checked })}
      />
    </section>
  );
}

/** From when to when it runs; nothing of it can be chosen any more. */
function Run({ banner }: { banner: Banner }) {
  return (
    <>
      <CostList
        items={[
          { label: 'Gestartet', amount: shownWire(banner.start_datum) },
          { label: 'Läuft bis', amount: shownWire(banner.end_datum) },
        ]}
      />
      <p className="help above-1">{bannerTexts.fixed}</p>
    </>
  );
}
