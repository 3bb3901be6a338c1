import { EXTRA_PRICES, included } from '@samtrot/shared/cart/rules.ts';
import { localDate } from '@samtrot/shared/kernel/time.ts';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { RadioCard } from '../../ui/radio-card.tsx';
import { EditorSection } from './editor-section.tsx';
import { controlId, type Editor } from './use-editor.ts';

interface Props {
  editor: Editor;
  /** Why there is nothing to choose: the ad is online already. */
  fixedNote: string | null;
}

export function StartSection({ editor, fixedNote }: Props) {
  const { form, change, errorAt, leave } = editor;
  if (fixedNote !== null) {
    return (
      <EditorSection id="start" title="Veröffentlichung">
        <p className="muted">{fixedNote}</p>
      </EditorSection>
    );
  }
  const fixed = !included(form.package).planning;
  return (
    <EditorSection id="start" title="Veröffentlichung" error={errorAt('publish_option')}>
      <div
        className="seg2"
        role="radiogroup"
        aria-labelledby="start-title"
        aria-describedby="start-error"
        id={controlId('publish_option')}
      >
        <RadioCard
          name="publish_option"
          value="Sofort"
          checked={form.publish === 'Sofort'}
          onChange={() => change({ publish: 'Sofort' })}
          title="Sofort"
        >
          Online nach dem Aufgeben
        </RadioCard>
        <RadioCard
          name="publish_option"
          value="Planen"
          checked={form.publish === 'Planen'}
          disabled={fixed}
          onChange={() => change({ publish: 'Planen' })}
          title="Planen"
        >
          {fixed ? 'Gehört zu Premium' : `Datum und Zeit wählen, + ${EXTRA_PRICES.planned} Credits`}
        </RadioCard>
      </div>
      {form.publish === 'Planen' && (
        <div className="two start-when">
          <Field label="Datum" id={controlId('publish_date')} error={errorAt('publish_date')}>
            <Input
              type="date"
              min={localDate(new Date())}
              value={form.publishDate}
              onChange={(event) => change({ publishDate: event.target.value })}
              onBlur={() => leave('publish_date')}
            />
          </Field>
          <Field label="Zeit" id={controlId('publish_time')} error={errorAt('publish_time')} help="Schweizer Zeit">
            <Input
              type="time"
              value={form.publishTime}
              onChange={(event) => change({ publishTime: event.target.value })}
              onBlur={() => {
                leave('publish_time');
                // Only both together say whether the moment has passed, and the day carries the message.
                leave('publish_date');
              }}
            />
          </Field>
        </div>
      )}
    </EditorSection>
  );
}
