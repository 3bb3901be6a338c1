import { included } from '@samtrot/shared/cart/rules.ts';
import type { Inserat } from '@samtrot/shared/inserate/contract.ts';
import { formatDate, formatDateTime } from '@samtrot/shared/kernel/format.ts';
import { usePrices } from '../../../../lib/session/session.ts';
import { CostList } from '../../../../ui/cost-list.tsx';
import { FormSection } from '../../../../ui/form-section.tsx';
import { StartChoice } from '../../../../ui/start-choice.tsx';
import { SettingRow } from '../../../../ui/switch.tsx';
import { IF_SHOWN, standsStill } from '../../list/runtime.ts';
import { type AdFormState, controlId } from '../use-ad-form.ts';
import { isOn, renewalSentence, runOf } from './editor-run.ts';
import '../editor-choices.css';
import '../../../../ui/field.css';

interface Props {
  editor: AdFormState;
  /** Null for a new ad. */
  inserat: Inserat | null;
  images: number;
}

/** When it begins, when it ends and whether it goes on (EDI-96 to EDI-102). */
export function StartSection({ editor, inserat, images }: Props) {
  const { form, change, errorAt } = editor;
  const running = inserat !== null && isOn(inserat);
  const run = runOf(form, inserat, new Date());
  const has = included(form.inserat_typ);
  const prices = usePrices();
  return (
    <FormSection id="start" title="Veröffentlichung" error={errorAt('publish_option')}>
      {running ? <Running inserat={inserat} form={form} /> : <Choice editor={editor} />}
      <div className="flush above-4" id={controlId('auto_extend')}>
        <SettingRow
          label="Automatisch reaktivieren"
          help={renewalSentence(prices, form, run, images)}
          checked={form.auto_extend && has.autoReactivation}
          disabled={!has.autoReactivation}
          onChange={(event) => change({ auto_extend: event.target.checked })}
        />
      </div>
      {!running && !has.planning && (
        <p className="help above-3 num">{`Läuft bis ${formatDate(run.end)}, wenn du es jetzt aufgibst.`}</p>
      )}
    </FormSection>
  );
}

function Choice({ editor }: { editor: AdFormState }) {
  const { form, change, errorAt, leave } = editor;
  const { extras } = usePrices();
  return (
    <StartChoice
      value={form}
      onChange={change}
      errorAt={errorAt}
      onLeave={leave}
      idOf={controlId}
      labelledBy="start-title"
      describedBy="start-error"
      now="Online nach dem Aufgeben"
      planned={`Datum und Zeit wählen, + ${extras.planned} Credits`}
      fixed={
        included(form.inserat_typ).planning
          ? undefined
          : 'Ein Gratis-Inserat startet sofort. Planen gehört zu Premium.'
      }
    />
  );
}

/** What of a running ad lasts until when. */
function Running({ inserat, form }: { inserat: Inserat; form: AdFormState['form'] }) {
  if (inserat.paid && form.inserat_typ !== inserat.paid.package)
    return <p className="muted">Mit dem anderen Paket beginnt sofort eine neue Laufzeit.</p>;
  const { end_at, topad_until, story_until, inserat_farbe, next_push_at } = inserat;
  const run = standsStill(inserat) ? `Laufzeit, ${IF_SHOWN}` : 'Laufzeit';
  const lines = [
    [run, end_at],
    ['TopAd', topad_until],
    ['Story', story_until],
  ].flatMap(([label, at]) => (at ? [{ label, amount: `bis ${moment(at)}` }] : []));
  const colour = inserat_farbe ? [{ label: 'Farbe', amount: 'bis zum Ende der Laufzeit' }] : [];
  const push = next_push_at ? [{ label: 'Nächster Push', amount: moment(next_push_at) }] : [];
  return (
    <>
      <p className="muted below-3">Dieses Inserat ist aufgegeben.</p>
      <CostList items={[...lines, ...colour, ...push]} />
    </>
  );
}

const moment = (at: string) => formatDateTime(new Date(at));
