import { keepInserat } from '@samtrot/shared/inserate/contract.ts';
import { deleteInserat, restoreInserat } from '@samtrot/shared/inserate/lifecycle-contract.ts';
import { useState } from 'react';
import { call } from '../../../lib/api/api.ts';
import { usePreferences } from '../../../lib/session/preferences.ts';
import { useAskNoMore } from '../../../ui/ask-no-more.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { toast } from '../../../ui/toast.tsx';
import { sent } from './editor-form.ts';
import type { AdEditor } from './use-ad-editor.ts';
import '../../../ui/editor-page.css';

export interface CloseProps {
  item: AdEditor;
  inseratId: number;
  /** A booked ad cannot become a draft; what was typed over it can be discarded. */
  booked: boolean;
  onDraft: () => void;
  /** Leads to the list. */
  onLeave: () => void;
  /** The same, after the ad or its changes are gone. */
  onDiscarded: () => void;
  /** What was discarded is there again. */
  onRestored: () => Promise<void>;
}

const FAILED = 'Das konnte nicht verworfen werden.';
const NOT_RESTORED = 'Das konnte nicht zurückgeholt werden.';

type Asking = 'close' | 'discard' | null;

export interface CloseQuestionsProps extends CloseProps {
  asking: Asking;
  onAsk: (asking: Asking) => void;
}

/** How the editor is left: as a draft, or with everything discarded. */
export function CloseQuestions(props: CloseQuestionsProps) {
  const { item, inseratId, booked, asking, onAsk } = props;
  const { onDraft, onLeave, onDiscarded, onRestored } = props;
  const [busy, setBusy] = useState(false);
  const stay = () => onAsk(null);
  const { isOff } = usePreferences();
  const askNoMore = useAskNoMore(booked ? undefined : 'delete_draft');
  const takeBack = async (undo: () => Promise<unknown>) => {
    try {
      await undo();
      await onRestored();
    } catch {
      toast.error(NOT_RESTORED);
    }
  };
  const discardChanges = async (version: number) => {
    const typed = sent(item.current().form);
    const after = await call(keepInserat, { inserat_id: inseratId, discard: true, version });
    const restore = { inserat_id: inseratId, ...typed, version: after.version };
    toast.undo('Änderungen verworfen.', () => void takeBack(() => call(keepInserat, restore)));
  };
  const deleteDraft = async () => {
    const { message, restorable } = await call(deleteInserat, { inserat_id: inseratId });
    const restore = { inserat_id: inseratId };
    if (restorable) toast.undo(message, () => void takeBack(() => call(restoreInserat, restore)));
    else toast.success(message);
  };
  const discard = async () => {
    setBusy(true);
    try {
      // What is brought back has the last word that was typed.
      await item.flush();
      await item.discard(booked ? discardChanges : deleteDraft);
      onDiscarded();
    } catch {
      toast.error(FAILED);
      setBusy(false);
      stay();
    }
  };
  return (
    <>
      <Dialog
        open={asking === 'close'}
        onClose={stay}
        title="Bearbeiten beenden?"
        description={
          booked
            ? 'Deine Änderungen bleiben gesichert. Veröffentlicht sind sie erst, wenn du speicherst.'
            : 'Als Entwurf bleibt dein Inserat 180 Tage, und du kannst es jederzeit fertig machen.'
        }
      >
        <div className="stack-tight above-4">
          <Button
            variant="primary"
            size="lg"
            block
            onClick={() => {
              stay();
              if (booked) onLeave();
              else onDraft();
            }}
          >
            {booked ? 'Schliessen' : 'Als Entwurf Speichern'}
          </Button>
          <Button size="lg" block onClick={stay}>
            Weiter bearbeiten
          </Button>
          <Button
            variant="ghost"
            size="lg"
            block
            onClick={() => {
              if (booked || !isOff('delete_draft')) return onAsk('discard');
              stay();
              void discard();
            }}
          >
            Verwerfen
          </Button>
        </div>
      </Dialog>
      <ConfirmDialog
        open={asking === 'discard'}
        title={booked ? 'Änderungen verwerfen?' : 'Entwurf löschen?'}
        description={
          booked
            ? 'Dein Inserat bleibt, wie es veröffentlicht ist.'
            : 'Gleich danach kannst du es rückgängig machen.'
        }
        safe="Behalten"
        act={booked ? 'Verwerfen' : 'Löschen'}
        danger
        busy={busy}
        busyLabel="Wird verworfen …"
        onAct={() => {
          askNoMore.keep();
          void discard();
        }}
        onClose={stay}
      >
        {askNoMore.box}
      </ConfirmDialog>
    </>
  );
}
