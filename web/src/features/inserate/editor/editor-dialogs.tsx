import { PACKAGES } from '@samtrot/shared/cart/rules.ts';
import type { Inserat, InseratContent } from '@samtrot/shared/inserate/contract.ts';
import { formatCredits } from '@samtrot/shared/kernel/format.ts';
import { TAKEN_OUT } from '@samtrot/shared/refunds/rules.ts';
import { lackingWithDebt } from '@samtrot/shared/topups/debt.ts';
import { Alert } from '../../../ui/alert.tsx';
import { useAskNoMore } from '../../../ui/ask-no-more.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { type Cost, placesFree } from './booking/editor-cost.ts';
import { failedText } from './steps/editor-step-facts.ts';
import type { useSaveInserat } from './use-save-inserat.ts';
import '../../../ui/dialog.css';
import '../../../ui/editor-page.css';

export interface DialogsProps {
  saving: ReturnType<typeof useSaveInserat>;
  form: InseratContent;
  cost: Cost;
  /** A paid push is taken out. */
  takenOut: boolean;
  /** Pictures that did not arrive. */
  failed: number;
  /** Null for a new ad. */
  status: Inserat['inserat_status'] | null;
}

/** The questions before placing and saving (AD_POST, AD_EDIT, AD_ACTIVATE, AD_DRAFT). */
export function EditorDialogs({ saving, form, cost, takenOut, failed, status }: DialogsProps) {
  const { question, busy, changedTotal, closeQuestion, place, draft, topUp, choosePremium } =
    saving;
  const total = changedTotal ?? cost.total;
  const labels = placeLabels(status);
  const { credits, notice } = saving.balance;
  // A balance that does not suffice any more makes the question that of a draft (EXP-63).
  const missing = lackingWithDebt(Math.max(0, total - credits), cost.owed);
  const short = question === 'place' && missing > 0;
  const asking = useAskNoMore(cost.missing > 0 || short ? undefined : 'draft');
  const free = total === 0 && placesFree(cost, !labels.draftable);
  const askingPlace = useAskNoMore(free ? 'place_free' : undefined);
  const drafts = question === 'draft' || (short && labels.draftable);
  const said = changedTotal === null ? (notice ?? saving.message) : saving.message;
  const alert = said !== '' && (
    <Alert tone="warning" live className="above-4">
      <p>{said}</p>
    </Alert>
  );
  return (
    <>
      <ConfirmDialog
        open={question === 'place' && !drafts}
        title={labels.title}
        description={[
          priceSentence(form, cost, total, credits),
          ...(takenOut ? [TAKEN_OUT] : []),
          ...(failed > 0 ? [`${failedText(failed)}: Das Inserat geht ohne online.`] : []),
        ].join(' ')}
        safe="Abbrechen"
        act={labels.act}
        busy={busy}
        busyLabel={labels.busy}
        actDisabled={short}
        onAct={() => {
          askingPlace.keep();
          place();
        }}
        onClose={closeQuestion}
      >
        {alert}
        {askingPlace.box}
      </ConfirmDialog>
      <Dialog
        open={drafts && missing > 0}
        onClose={busy ? () => {} : closeQuestion}
        title="Nicht genügend Credits"
        description={`Für dieses Inserat fehlen noch ${formatCredits(missing)}. Es bleibt als Entwurf gespeichert, und nach dem Aufladen gibst du es auf.`}
      >
        {short && alert}
        <div className="stack-tight above-4">
          <Button
            variant="primary"
            size="lg"
            block
            busy={busy}
            busyLabel="Wird gespeichert …"
            onClick={() => void topUp()}
          >
            Aufladen und aufgeben
          </Button>
          <Button size="lg" block disabled={busy} onClick={() => void draft()}>
            Als Entwurf Speichern
          </Button>
          <Button variant="ghost" size="lg" block disabled={busy} onClick={closeQuestion}>
            Abbrechen
          </Button>
        </div>
      </Dialog>
      <ConfirmDialog
        open={drafts && missing <= 0}
        title="Als Entwurf speichern?"
        description="Ein Entwurf kostet nichts und ist für niemanden sichtbar. Du kannst ihn später aufgeben."
        safe="Abbrechen"
        act="Speichern"
        busy={busy}
        busyLabel="Wird gespeichert …"
        onAct={() => {
          asking.keep();
          void draft();
        }}
        onClose={closeQuestion}
      >
        {asking.box}
      </ConfirmDialog>
      <Dialog
        open={question === 'free-ad-used'}
        onClose={closeQuestion}
        title="Als Entwurf speichern?"
        description={saving.message}
      >
        <DialogActions>
          <Button disabled={busy} onClick={choosePremium}>
            Premium wählen
          </Button>
          <Button variant="primary" busy={busy} busyLabel="Wird gespeichert …" onClick={draft}>
            Als Entwurf Speichern
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}

const PLACING = { act: 'Aufgeben', busy: 'Wird aufgegeben …', draftable: true };

function placeLabels(status: Inserat['inserat_status'] | null) {
  if (status === null || status === 'entwurf') return { ...PLACING, title: 'Inserat aufgeben?' };
  if (status === 'abgelaufen') return { ...PLACING, title: 'Inserat neu aufgeben?' };
  return {
    title: 'Änderungen speichern?',
    act: 'Speichern',
    busy: 'Wird gespeichert …',
    draftable: false,
  };
}

/** The price and the balance afterwards, before anything is charged; neither where nothing is. */
function priceSentence(form: InseratContent, cost: Cost, total: number, credits: number): string {
  const start =
    form.publish_option === 'Planen'
      ? ` Es startet am ${swiss(form.publish_date)} um ${form.publish_time}.`
      : '';
  const booked = cost.items.some(({ key, quantity }) => key === 'package' && quantity === 0);
  const what = booked ? 'Diese Änderung' : `Dein Inserat (${PACKAGES[form.inserat_typ].title})`;
  if (total === 0) return `${what} kostet nichts.${start}`;
  if (total > credits)
    return `${what} kostet ${formatCredits(total)}. Du hast ${formatCredits(credits)}.${start}`;
  return `${what} kostet ${formatCredits(total)}. Danach hast du noch ${formatCredits(credits - total)}.${start}`;
}

const swiss = (date: string) => date.split('-').reverse().join('.');

export interface ClearProps {
  open: boolean;
  booked: boolean;
  onClear: () => void;
  onClose: () => void;
}

/** AD_CLEAR */
export function ClearDialog({ open, booked, onClear, onClose }: ClearProps) {
  return (
    <ConfirmDialog
      open={open}
      title="Formular leeren?"
      description={`Alles, was du geschrieben und gewählt hast, wird gelöscht. Die Bilder bleiben.${
        booked ? ' Dein Inserat ändert sich erst, wenn du speicherst.' : ''
      }`}
      safe="Behalten"
      act="Leeren"
      danger
      onAct={onClear}
      onClose={onClose}
    />
  );
}
