import { Copy } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import '../page.css';

interface Props {
  title: string;
  text: string;
  /** Hint below a secret that is shown once. */
  note?: string;
  onClose: () => void;
}

export const copyText = (text: string) =>
  void navigator.clipboard.writeText(text).then(
    () => toast.success('Kopiert.'),
    () => toast.error('Das ging nicht. Markiere den Text und kopiere ihn.'),
  );

/** A key or a secret, which nobody can show again. */
export const OnceDialog = ({ title, text, note, onClose }: Props) => (
  <Dialog
    open
    title={title}
    description="Er wird nur jetzt gezeigt. Leg ihn auf dem Server der Webseite ab, nie in einer Seite."
  >
    <div className="house-form">
      <code className="house-secret">{text}</code>
      {note && <p className="muted">{note}</p>}
    </div>
    <DialogActions>
      <Button icon={Copy} onClick={() => copyText(text)}>
        Kopieren
      </Button>
      <Button variant="primary" onClick={onClose}>
        Habe ich
      </Button>
    </DialogActions>
  </Dialog>
);
