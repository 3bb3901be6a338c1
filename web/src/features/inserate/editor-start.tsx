import { EXTRA_PRICES, included } from '@samtrot/shared/cart/rules.ts';
import type { Inserat } from '@samtrot/shared/inserate/contract.ts';
import { formatDate, formatDateTime, localDate } from '@samtrot/shared/kernel/time.ts';
import { CostList } from '../../ui/cost-list.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { RadioCard } from '../../ui/radio-card.tsx';
import { SettingRow } from '../../ui/switch.tsx';
import { shiftedText } from './editor-pushes.tsx';
import { isOn, isShifted, renewalSentence, runOf } from './editor-run.ts';
import { EditorSection } from './editor-section.tsx';
import { controlId, type Editor } from './use-editor.ts';

interface Props {
  editor: Editor;
  /** Null for a new ad. */
  inserat: Inserat | null;
  images: number;
}

/** When it begins, when it ends and whether it goes on (EDI-96 to EDI-102). */
export function StartSection({ editor, inserat, images }: Props) {
  const { form, change, errorAt } = editor;
  const running = inserat !== null && isOn(inserat);
  const run = runOf(form, inserat, new Date());
  const has = included(form.package);
  return (
    <EditorSection id="start" title="Veröffentlichung" error={errorAt('publish_option')}>
      {running ? <Running inserat={inserat} form={form} /> : <Choice editor={editor} />}
      <div className="start-renew" id={controlId('auto_extend')}>
        <SettingRow
          label="Automatisch reaktivieren"
          help={renewalSentence(form, run, images)}
          checked={form.autoExtend && has.autoReactivation}
          disabled={!has.autoReactivation}
          onChange={(event) => change({ autoExtend: event.target.checked })}
        />
      </div>
      {!running && !has.planning && (
        <p className="help num">{`Läuft bis ${formatDate(run.end)}, wenn du es jetzt aufgibst.`}</p>
      )}
    </EditorSection>
  );
}

function Choice({ editor }: { editor: Editor }) {
  const { form, change, errorAt, leave } = editor;
  const fixed = !included(form.package).planning;
  return (
    <>
      <div
        className="seg2"
        role="radiogroup"
        aria-labelledby="start-title"
        aria-describedby={fixed ? 'start-fixed' : 'start-error'}
        id={controlId('publish_option')}
      >
        <RadioCard
          name="publish_option"
          value="Sofort"
          checked={form.publish === 'Sofort'}
          disabled={fixed}
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
          {`Datum und Zeit wählen, + ${EXTRA_PRICES.planned} Credits`}
        </RadioCard>
      </div>
      {fixed && (
        <p className="help start-fixed" id="start-fixed">
          Ein Gratis-Inserat startet sofort. Planen gehört zu Premium.
        </p>
      )}
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
          <Field
            label="Zeit"
            id={controlId('publish_time')}
            error={errorAt('publish_time')}
            help={
              isShifted(form.publishDate, form.publishTime)
                ? shiftedText({ date: form.publishDate, time: form.publishTime })
                : 'Schweizer Zeit'
            }
          >
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
    </>
  );
}

/** What of a running ad lasts until when. */
function Running({ inserat, form }: { inserat: Inserat; form: Editor['form'] }) {
  if (inserat.paid && form.package !== inserat.paid.package)
    return <p className="muted">Mit dem anderen Paket beginnt sofort eine neue Laufzeit.</p>;
  const { end_at, topad_until, story_until, inserat_farbe, next_push_at, hidden_at } = inserat;
  const lines = [
    [hidden_at ? 'Laufzeit, wenn du es jetzt einblendest' : 'Laufzeit', end_at],
    ['TopAd', topad_until],
    ['Farbe', inserat_farbe ? end_at : null],
    ['Story', story_until],
  ].flatMap(([label, at]) => (at ? [{ label, amount: `bis ${moment(at)}` }] : []));
  const push = next_push_at ? [{ label: 'Nächster Push', amount: moment(next_push_at) }] : [];
  return (
    <>
      <p className="muted start-running">Dieses Inserat ist aufgegeben.</p>
      <CostList items={[...lines, ...push]} />
    </>
  );
}

const moment = (at: string) => formatDateTime(new Date(at)).replace(' ', ', ');
