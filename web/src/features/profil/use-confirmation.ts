import { useState } from 'react';
import { ApiError } from '../../lib/api/api.ts';
import { waitMessage } from './failure.ts';

interface Options<T> {
  /** The call. The password only when the server has asked for it. */
  send: (password: string | undefined) => Promise<T>;
  /** Under which name the server says what is wrong with that password. */
  passwordField?: string;
  onDone: (answer: T) => unknown;
  /** Anything that is not about the password; the dialog is closed by then. */
  onFailed: (error: ApiError) => void;
}

/**
 * A call behind a question: asked, confirmed, and confirmed once more with the password where the
 * server wants it (REAUTHENTICATION_REQUIRED). The password typed survives a failure, not a cancel.
 */
export function useConfirmation<T>({ send, passwordField = '', onDone, onFailed }: Options<T>) {
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [asksPassword, setAsksPassword] = useState(false);
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState('');
  const [notice, setNotice] = useState('');

  const close = () => {
    setOpen(false);
    setAsksPassword(false);
    setPassword('');
    setProblem('');
    setNotice('');
  };

  const refused = (error: ApiError) => {
    const wait = waitMessage(error);
    const wrong = error.fields[passwordField];
    if (error.code === 'REAUTHENTICATION_REQUIRED') setAsksPassword(true);
    else if (wrong) setProblem(wrong);
    else if (wait) setNotice(wait);
    else {
      setOpen(false);
      onFailed(error);
    }
  };

  const confirm = async (): Promise<void> => {
    if (busy) return;
    setNotice('');
    if (asksPassword && password === '') return setProblem('Passwort ist erforderlich.');
    setBusy(true);
    setProblem('');
    try {
      const answer = await send(asksPassword ? password : undefined);
      close();
      onDone(answer);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      refused(error);
    } finally {
      setBusy(false);
    }
  };

  return {
    ask: () => setOpen(true),
    /** For the dialog. */
    dialog: {
      open,
      busy,
      asksPassword,
      password,
      /** What is wrong with the password. */
      problem,
      /** Why it cannot be now. */
      notice,
      close,
      confirm,
      typePassword: (typed: string) => {
        setPassword(typed);
        setProblem('');
      },
    },
  };
}

export type Confirmation = ReturnType<typeof useConfirmation>['dialog'];
