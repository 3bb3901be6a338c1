import { ButtonAnchor } from '../../ui/button-anchor.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';

/** After a registration. Cannot be dismissed: its one button leads to the login (AUT-25, AUT-26). */
export default function RegisteredDialog() {
  return (
    <Dialog
      open
      title="Dein Konto ist bereit"
      description="Melde dich jetzt mit deiner E-Mail-Adresse und deinem Passwort an."
    >
      <DialogActions>
        <ButtonAnchor variant="primary" href="/auth/login">
          Zur Anmeldung
        </ButtonAnchor>
      </DialogActions>
    </Dialog>
  );
}
