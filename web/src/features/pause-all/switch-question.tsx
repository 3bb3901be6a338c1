import { clubStatus } from '@samtrot/shared/clubs/status.ts';
import { useEffect, useRef } from 'react';
import { type Account, useAccount } from '../../lib/session/session.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { questionText } from './labels.ts';
import { useSwitch } from './use-offline.ts';
import './offline-card.css';

export interface SwitchProps {
  /** Which way it is thrown. */
  to: 'offline' | 'online';
  open: boolean;
  onClose: () => void;
  /**
   * What has the focus once it is done; otherwise, and when nothing was done, what had it before.
   */
  focusAfter?: () => HTMLElement | null;
}

const WORDS = {
  offline: {
    title: 'Alles sofort von allen Webseiten nehmen?',
    act: 'Offline gehen',
    busy: 'Wird offline genommen …',
  },
  online: {
    title: 'Wieder online gehen?',
    act: 'Online gehen',
    busy: 'Geht wieder online …',
  },
};

/** The question before the switch is thrown; stays until the server has said that it is. */
export function SwitchQuestion({ to, open, onClose, focusAfter }: SwitchProps) {
  const account = useAccount();
  const done = useRef(false);
  const safe = useRef<HTMLButtonElement>(null);
  const { throwIt, busy, failure, reset } = useSwitch((message) => {
    done.current = true;
    onClose();
    toast.success(message);
  });
  const failed = failure(to);
  const words = WORDS[to];
  const close = () => {
    if (busy) return;
    onClose();
    reset();
  };
  // The answer was lost on its way, and the account says that it was done.
  const reached = (account.offline_at !== null) === (to === 'offline');
  useEffect(() => {
    if (failed === null || !reached) return;
    done.current = true;
    onClose();
    reset();
  }, [failed, reached, onClose, reset]);
  return (
    <Dialog
      open={open}
      onClose={close}
      title={words.title}
      description={
        to === 'offline'
          ? `${questionText(onlineNow(account))} Du kannst jederzeit wieder online gehen.`
          : 'Was der Schalter heruntergenommen hat und noch läuft, ist gleich wieder zu sehen.'
      }
      initialFocus={safe}
      finalFocus={() => {
        const after = done.current && focusAfter?.();
        if (!after) return true;
        // The dialog gives the focus only to what the tabulator reaches; this is no such place.
        after.focus({ preventScroll: true });
        return false;
      }}
      type={to === 'offline' ? 'GO_OFFLINE' : 'GO_ONLINE'}
    >
      {failed !== null && !busy && (
        <Alert tone="danger" live className="above-4">
          <p>{failed}</p>
        </Alert>
      )}
      <DialogActions>
        <Button ref={safe} disabled={busy} onClick={close}>
          Abbrechen
        </Button>
        <Button
          variant="primary"
          busy={busy}
          busyLabel={words.busy}
          onClick={() => {
            done.current = false;
            throwIt(to);
          }}
        >
          {failed === null ? words.act : 'Noch einmal versuchen'}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function onlineNow({ Inserats, Banners, Clubs }: Account) {
  const now = new Date();
  return {
    inserate: Inserats.filter(({ inserat_status }) => inserat_status === 'aktiv').length,
    banners: Banners.filter(({ status }) => status === 'aktiv').length,
    clubs: Clubs.filter((club) => clubStatus(club, now) === 'aktiv').length,
  };
}
