import type { ReactNode } from 'react';
import { ButtonAnchor } from '../../ui/button-anchor.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';

interface Props {
  title: string;
  /**
   * Whether only the button leads on (AUT-25); otherwise closing leads to the login as well
   * (AUT-64, AUT-72).
   */
  firm?: boolean;
  /** Shows the login in this document, instead of opening it as one of its own. */
  onLogin?: () => void;
  children: ReactNode;
}

/** Something is done, and the login comes next. */
export default function DoneDialog({ title, firm, onLogin, children }: Props) {
  const close = firm ? {} : { onClose: () => location.assign('/auth/login') };
  return (
    <Dialog open {...close} cross={false} title={title} description={children}>
      <DialogActions>
        <ButtonAnchor
          variant="primary"
          href="/auth/login"
          onClick={(event) => {
            if (!onLogin || event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            onLogin();
          }}
        >
          Zur Anmeldung
        </ButtonAnchor>
      </DialogActions>
    </Dialog>
  );
}
