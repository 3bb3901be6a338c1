import { BANNER_TYPES, type BannerTypeId, TEXT_LINK_MAX } from '@samtrot/shared/banners/rules.ts';
import { TARGET_MAX } from '@samtrot/shared/banners/target.ts';
import { textLength } from '@samtrot/shared/kernel/text.ts';
import { withHttps } from '@samtrot/shared/kernel/web-address.ts';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { PictureField, type Source } from './picture-field.tsx';
import { BannerPreview } from './preview.tsx';
import { PreviewSlot } from './preview-slot.tsx';
import { controlId, type Wizard } from './use-wizard.ts';
import './step-content.css';
import './wizard.css';
import '../../ui/card.css';

interface Props {
  wizard: Wizard;
  typ: BannerTypeId;
  source: Source | null;
  onSource: (source: Source | null) => void;
}

/** BAN-37 to BAN-43. */
export function StepContent({ wizard, typ, source, onSource }: Props) {
  const { form, change, errorAt, show } = wizard;
  const { size, description } = BANNER_TYPES[typ];
  return (
    <div className="split split-aside wide align-start">
      <section className="card" aria-labelledby="step-title">
        <h2 className="h2 below-4" id="step-title" tabIndex={-1}>
          {size ? 'Welches Bild und welche Webseite?' : 'Welcher Text und welche Webseite?'}
        </h2>
        <div className="stack gap-5">
          {size ? (
            <PictureField wizard={wizard} typ={typ} source={source} onSource={onSource} />
          ) : (
            <Field
              label="Text"
              id={controlId('text')}
              error={errorAt('text')}
              counter={{ value: textLength(form.text), max: TEXT_LINK_MAX }}
              help={`1 bis ${TEXT_LINK_MAX} Zeichen`}
            >
              <Input
                value={form.text}
                maxLength={200}
                enterKeyHint="next"
                onChange={(event) => change({ text: event.target.value })}
                onBlur={() => show('text')}
              />
            </Field>
          )}
          <Field
            label="Website-URL"
            id={controlId('url')}
            error={errorAt('url')}
            help="Dahin führt ein Klick auf deinen Banner."
          >
            <Input
              type="url"
              inputMode="url"
              autoComplete="url"
              enterKeyHint="next"
              placeholder="https://deine-seite.ch"
              maxLength={TARGET_MAX * 2}
              value={form.url}
              onChange={(event) => {
                change({ url: event.target.value });
                show('url');
              }}
              onBlur={(event) => {
                change({ url: withHttps(event.target.value.trim()) });
                show('url');
              }}
            />
          </Field>
        </div>
      </section>
      <aside className="card stack gap-3 place-card" aria-label="Platz auf der Webseite">
        <h3 className="h3">So steht er auf der Webseite</h3>
        <PreviewSlot typ={typ} />
        <p className="sm muted">{description}</p>
        {!size && <BannerPreview typ={typ} form={form} />}
      </aside>
    </div>
  );
}
