import type { getFactors } from '@samtrot/shared/access/factor-contract.ts';
import {
  PASSKEY_NAME_MAX,
  passkeyNameProblem,
  tidyPasskeyName,
} from '@samtrot/shared/access/factor-rules.ts';
import {
  addPasskey,
  passkeyOptions,
  removePasskey,
  renamePasskey,
} from '@samtrot/shared/access/passkey-contract.ts';
import type { Output } from '@samtrot/shared/kernel/action.ts';
import { formatDate } from '@samtrot/shared/kernel/format.ts';
import { KeyRound, Pencil, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../lib/api/api.ts';
import { createPasskey, supportsPasskeys } from '../../lib/session/passkeys.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Input } from '../../ui/input.tsx';
import { toast } from '../../ui/toast.tsx';
import { useReauthentication } from './use-reauthentication.tsx';
import './factors.css';
import './lines.css';

export type Factors = Output<typeof getFactors>;
type Passkey = Factors['passkeys'][number];

interface Props {
  factors: Factors;
  /** Loads what the page shows again. */
  onChanged: () => unknown;
}

/** The passkeys of the account: add, name, remove (ACC-30, EXP-80). */
export function Passkeys({ factors: { passkeys }, onChanged }: Props) {
  const { run, question } = useReauthentication({
    kind: 'passkeys',
    hasPasskey: passkeys.length > 0,
  });
  const [naming, setNaming] = useState<Passkey | 'new'>();
  const [removing, setRemoving] = useState<Passkey>();
  const addButton = useRef<HTMLButtonElement>(null);
  const removed = useRef('');
  // The button that opened the question is removed with its passkey, and the focus is lost.
  useEffect(() => {
    if (removed.current === '' || passkeys.some((one) => one.id === removed.current)) return;
    removed.current = '';
    if (document.activeElement === document.body) addButton.current?.focus();
  }, [passkeys]);

  const add = (name: string) =>
    run(async () => {
      const { options } = await call(passkeyOptions, { name });
      const passkey = await createPasskey(options);
      if (!passkey) return;
      toast.success((await call(addPasskey, { name, passkey: passkey as never })).message);
      onChanged();
    });
  const rename = ({ id }: Passkey, name: string) =>
    run(async () => {
      toast.success((await call(renamePasskey, { passkey_id: id, name })).message);
      onChanged();
    });
  const remove = ({ id }: Passkey) =>
    run(async () => {
      toast.success((await call(removePasskey, { passkey_id: id })).message);
      removed.current = id;
      onChanged();
    });

  return (
    <>
      <li id="passkeys">
        <KeyRound className="i muted" aria-hidden />
        <span>
          <b className="strong">Passkeys</b>
          <small className="note num">{countOf(passkeys.length)}</small>
        </span>
        {supportsPasskeys() && (
          <Button
            ref={addButton}
            size="sm"
            aria-label="Hinzufügen: Passkey"
            onClick={() => setNaming('new')}
          >
            Hinzufügen
          </Button>
        )}
        {passkeys.length > 0 && (
          <ul className="safety-sub" aria-label="Deine Passkeys">
            {passkeys.map((passkey) => (
              <li key={passkey.id}>
                <span>
                  <span className="strong">{passkey.name}</span>
                  <small className="note num">{lastUseOf(passkey)}</small>
                </span>
                <span className="row-tight">
                  <IconButton
                    icon={Pencil}
                    tipSide="left"
                    label={`Umbenennen: ${passkey.name}`}
                    onClick={() => setNaming(passkey)}
                  />
                  <IconButton
                    icon={Trash2}
                    tipSide="left"
                    label={`Entfernen: ${passkey.name}`}
                    onClick={() => setRemoving(passkey)}
                  />
                </span>
              </li>
            ))}
          </ul>
        )}
      </li>
      {naming && (
        <NameDialog
          passkey={naming === 'new' ? undefined : naming}
          onClose={() => setNaming(undefined)}
          onNamed={(name) => {
            setNaming(undefined);
            void (naming === 'new' ? add(name) : rename(naming, name));
          }}
        />
      )}
      <ConfirmDialog
        open={removing !== undefined}
        title="Passkey entfernen?"
        description={`Mit «${removing?.name ?? ''}» kannst du dich danach nicht mehr anmelden.`}
        safe="Behalten"
        act="Entfernen"
        danger
        onAct={() => {
          setRemoving(undefined);
          if (removing) void remove(removing);
        }}
        onClose={() => setRemoving(undefined)}
      />
      {question}
    </>
  );
}

/** The page explains what nobody has used yet; a browser without passkeys offers none. */
function countOf(count: number): string {
  if (!supportsPasskeys()) return 'Dieser Browser unterstützt keine Passkeys.';
  if (count === 0) return 'noch keiner · anmelden mit einem Fingertipp, ohne Passwort';
  return count === 1 ? '1 Passkey' : `${count} Passkeys`;
}

const lastUseOf = ({ created_at, last_used_at }: Passkey) =>
  last_used_at
    ? `zuletzt benutzt am ${formatDate(new Date(last_used_at))}`
    : `hinzugefügt am ${formatDate(new Date(created_at))}`;

function NameDialog({
  passkey,
  onClose,
  onNamed,
}: {
  passkey: Passkey | undefined;
  onClose: () => void;
  onNamed: (name: string) => void;
}) {
  const [name, setName] = useState(passkey?.name ?? '');
  const [problem, setProblem] = useState('');
  return (
    <Dialog
      open
      onClose={onClose}
      title={passkey ? 'Passkey umbenennen' : 'Passkey hinzufügen'}
      description="Der Name hilft dir, ihn später wiederzuerkennen."
    >
      <form
        className="stack above-5"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const tidy = tidyPasskeyName(name);
          const wrong = passkeyNameProblem(tidy);
          if (wrong) setProblem(wrong);
          else onNamed(tidy);
        }}
      >
        <Field label="Name" error={problem} help="Zum Beispiel «Handy» oder «Laptop».">
          <Input
            value={name}
            maxLength={PASSKEY_NAME_MAX}
            onChange={({ target }) => {
              setName(target.value);
              setProblem('');
            }}
          />
        </Field>
        <DialogActions>
          <Button onClick={onClose}>Abbrechen</Button>
          <Button type="submit" variant="primary">
            {passkey ? 'Umbenennen' : 'Weiter'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
