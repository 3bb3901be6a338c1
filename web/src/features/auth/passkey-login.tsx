import { loginPasskey } from '@samtrot/shared/access/passkey-contract.ts';
import { KeyRound } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { ApiError, call } from '../../lib/api/call.ts';
import {
  askPasskey,
  PasskeyFailed,
  supportsAutofill,
  supportsPasskeys,
} from '../../lib/session/passkeys.ts';
import { Button } from '../../ui/button.tsx';
import type { Waiting } from './deletion-pending.tsx';
import { enter } from './enter.ts';

interface Props {
  /** Whether to stay logged in, at the moment of the login. */
  remember: () => boolean;
  /** The login whose second step it is. */
  pending?: string;
  onFailure: (message: string) => void;
  /** The account waits for its deletion. */
  onDeletion: (waiting: Waiting) => void;
}

const REFUSED = 'Dieser Passkey gilt hier nicht. Melde dich mit deinem Passwort an.';

/** "Mit Passkey anmelden", and the offer of the browser in the field of the address. */
export default function PasskeyLogin({ remember, pending, onFailure, onDeletion }: Props) {
  const [busy, setBusy] = useState(false);

  const attempt = async (autofill: boolean) => {
    try {
      const passkey = await askPasskey('login', autofill);
      if (!passkey) return;
      setBusy(true);
      onFailure('');
      const stays = remember();
      const logIn = async (more: { keep_account?: true }) => {
        const { user_id } = await call(loginPasskey, {
          passkey: passkey as never,
          ...(pending === undefined ? { rememberme: stays } : { pending }),
          ...more,
        });
        await enter(user_id, stays);
      };
      await logIn({}).catch((error: unknown) => {
        if (!(error instanceof ApiError) || error.code !== 'DELETION_PENDING') throw error;
        // Nothing of the refused login was used up: the same answer of the passkey serves.
        onDeletion({ message: error.message, keep: () => logIn({ keep_account: true }) });
      });
    } catch (error) {
      setBusy(false);
      if (error instanceof PasskeyFailed) {
        // Nobody asked for the offer in the field.
        if (!autofill) onFailure(error.message);
      } else if (!(error instanceof ApiError)) throw error;
      else if (error.code === 'LOGIN_FAILED') onFailure(REFUSED);
      else if (!autofill || error.code !== 'NETWORK') onFailure(error.message);
    }
  };

  const offer = useRef(attempt);
  offer.current = attempt;
  useEffect(() => {
    if (pending !== undefined) return;
    void supportsAutofill().then(async (can) => {
      if (can) await offer.current(true);
    });
  }, [pending]);

  if (!supportsPasskeys()) return null;
  const press = async () => {
    setBusy(true);
    await attempt(false);
    setBusy(false);
  };
  return (
    <Button
      size="lg"
      block
      icon={KeyRound}
      busy={busy}
      busyLabel="Passkey wird geprüft …"
      onClick={press}
    >
      Mit Passkey anmelden
    </Button>
  );
}
