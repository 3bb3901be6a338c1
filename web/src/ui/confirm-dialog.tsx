/**
 * `<ConfirmDialog open title="Inserat löschen?" safe="Behalten" act="Löschen" danger onAct={…}
 * onClose={…}>…</ConfirmDialog>`.
 */
import { type ReactNode, useRef } from 'react';
import { Button } from './button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';

interface Props {
  open: boolean;
  /** The question. */
  title: ReactNode;
  description?: ReactNode;
  /** Label of the safe choice at the left. */
  safe: string;
  /** Label of the acting choice: the verb of the question. */
  act: string;
  danger?: boolean;
  busy?: boolean;
  busyLabel?: string;
  actDisabled?: boolean;
  onAct: () => void;
  onClose: () => void;
  children?: ReactNode;
}

export function ConfirmDialog(props: Props) {
  const {
    open,
    title,
    description,
    safe,
    act,
    danger,
    busy,
    busyLabel,
    actDisabled,
    onAct,
    onClose,
    children,
  } = props;
  const safeButton = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open={open}
      onClose={busy ? () => {} : onClose}
      title={title}
      description={description}
      initialFocus={safeButton}
    >
      {children}
      <DialogActions>
        <Button ref={safeButton} disabled={busy} onClick={onClose}>
          {safe}
        </Button>
        <Button
          variant={danger ? 'danger' : 'primary'}
          busy={busy}
          busyLabel={busyLabel}
          disabled={actDisabled}
          onClick={onAct}
        >
          {act}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
