import { keepInserat } from '@samtrot/shared/inserate/contract.ts';
import { deleteInserat } from '@samtrot/shared/inserate/lifecycle-contract.ts';
import { X } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../lib/api/api.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { toast } from '../../ui/toast.tsx';
import type { AdEditor } from './use-ad-editor.ts';
import '../../ui/editor-page.css';

interface Props {
  item: AdEditor;
  inseratId: number;
  /** A booked ad cannot become a draft; what was typed over it can be discarded. */
  booked: boolean;
  onDraft: () => void;
  /** Leads to the list. */
  onLeave: () => void;
  /** The same, after the ad or its changes are gone. */
  onDiscarded: () => void;
}

/** The cross of the editor on a phone, and its ways. */
export function EditorClose({ item, inseratId, booked, onDraft, onLeave, onDiscarded }: Props) {
  const [asking, setAsking] = useState<'close' | 'discard' | null>(null);
  const [busy, setBusy] = useState(false);
  const stay = () => setAsking(null);
  const discard = async () => {
    setBusy(true);
    try {
      await item.discard((version) =>
        booked
          ? call(keepInserat, { inserat_id: inseratId, discard: true, version })
          : call(deleteInserat, { inserat_id: inseratId }),
      );
      toast.success(booked ? 'Änderungen verworfen.' : 'Entwurf gelöscht.');
      onDiscarded();
    } catch {
      toast.error('Das konnte nicht verworfen werden.');
      setBusy(false);
      stay();
    }
  };
  return (
    <>
      <IconButton
        icon={X}
        label="Schliessen"
        tipSide="left"
        onClick={() => (item.state.begun ? setAsking('close') : onLeave())}
      />
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
        <div className="cost-buttons">
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
          <Button variant="ghost" size="lg" block onClick={() => setAsking('discard')}>
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
            : 'Texte und Bilder werden endgültig gelöscht.'
        }
        safe="Behalten"
        act={booked ? 'Verwerfen' : 'Löschen'}
        danger
        busy={busy}
        busyLabel="Wird verworfen …"
        onAct={() => void discard()}
        onClose={stay}
      />
    </>
  );
}
