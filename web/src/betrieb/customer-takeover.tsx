import { REASON_MAX } from '@samtrot/shared/customers/card-rules.ts';
import {
  requestDeletion,
  requestEmailChange,
  requestFactorOff,
} from '@samtrot/shared/customers/help-contract.ts';
import {
  DELETION_CAUSE_IDS,
  DELETION_CAUSES,
  type DeletionCause,
  RECOGNISED,
  RECOGNISED_IDS,
  type Recognised,
  runningText,
} from '@samtrot/shared/customers/help-rules.ts';
import { formatCredits } from '@samtrot/shared/kernel/money.ts';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { Select } from '../ui/select.tsx';
import type { Customer } from './customer-page.tsx';
import { useChange } from './use-change.tsx';

/** What only two people do to an account (BOF-74, BOF-79). */
export const TAKEOVERS = {
  email: { label: 'E-Mail ändern', right: 'customer.email' },
  factor: { label: 'Zweiten Faktor ausschalten', right: 'customer.factor' },
  deletion: { label: 'Konto löschen', right: 'customer.delete' },
} as const;
export type Takeover = keyof typeof TAKEOVERS;

export function TakeoverDialog({ of, act, onClose }: Props & { act: Takeover }) {
  const Chosen = { email: EmailDialog, factor: FactorDialog, deletion: DeletionDialog }[act];
  return <Chosen of={of} onClose={onClose} />;
}

interface Props {
  of: Customer;
  onClose: () => void;
}

interface AskProps {
  act: Takeover;
  description: string;
  busy: boolean;
  ready: boolean;
  reason: string;
  onReason: (reason: string) => void;
  onClose: () => void;
  onAct: () => void;
  children: ReactNode;
}

function Ask({ act, description, busy, ready, reason, children, ...on }: AskProps) {
  return (
    <ConfirmDialog
      open
      title={TAKEOVERS[act].label}
      description={description}
      safe="Zurück"
      act="Zur Freigabe vorlegen"
      busy={busy}
      busyLabel="Einen Moment …"
      actDisabled={!ready || reason.trim() === ''}
      onClose={on.onClose}
      onAct={on.onAct}
    >
      <div className="house-form">
        {children}
        <Field label="Grund" help="Sie liest ihn im Kontoprotokoll.">
          <Input
            value={reason}
            maxLength={REASON_MAX}
            onChange={({ target }) => on.onReason(target.value)}
          />
        </Field>
      </div>
    </ConfirmDialog>
  );
}

const options = <Id extends string>(ids: readonly Id[], labels: Record<Id, string>) =>
  ids.map((value) => ({ value, label: labels[value] }));

function RecognisedField(props: { value: Recognised; onChange: (value: Recognised) => void }) {
  return (
    <Field label="Erkannt durch">
      <Select
        value={props.value}
        options={options(RECOGNISED_IDS, RECOGNISED)}
        onChange={({ target }) => props.onChange(target.value as Recognised)}
      />
    </Field>
  );
}

function EmailDialog({ of, onClose }: Props) {
  const { run, busy, dialog } = useChange();
  const [email, setEmail] = useState('');
  const [recognised, setRecognised] = useState<Recognised>('callback');
  const [reason, setReason] = useState('');
  const ask = async () => {
    const input = { account_id: of.account_id, email, recognised, reason };
    if (await run(requestEmailChange, input)) onClose();
  };
  return (
    <>
      <Ask
        act="email"
        description="Die neue Adresse muss bestätigen. Die alte kann es 72 Stunden lang zurücknehmen. Sobald die neue gilt, ist die Kundin überall abgemeldet."
        busy={busy}
        ready={email.includes('@')}
        reason={reason}
        onReason={setReason}
        onClose={onClose}
        onAct={() => void ask()}
      >
        <Field label="Neue E-Mail-Adresse">
          <Input
            type="email"
            autoComplete="off"
            value={email}
            onChange={({ target }) => setEmail(target.value)}
          />
        </Field>
        <RecognisedField value={recognised} onChange={setRecognised} />
      </Ask>
      {dialog}
    </>
  );
}

function FactorDialog({ of, onClose }: Props) {
  const { run, busy, dialog } = useChange();
  const [recognised, setRecognised] = useState<Recognised>('callback');
  const [reason, setReason] = useState('');
  const ask = async () => {
    const input = { account_id: of.account_id, recognised, reason };
    if (await run(requestFactorOff, input)) onClose();
  };
  return (
    <>
      <Ask
        act="factor"
        description="Nach der Freigabe meldet sie sich ohne Code an. Sie bekommt sofort eine Mail und ist überall abgemeldet."
        busy={busy}
        ready
        reason={reason}
        onReason={setReason}
        onClose={onClose}
        onAct={() => void ask()}
      >
        <RecognisedField value={recognised} onChange={setRecognised} />
      </Ask>
      {dialog}
    </>
  );
}

function DeletionDialog({ of, onClose }: Props) {
  const { run, busy, dialog } = useChange();
  const [cause, setCause] = useState<DeletionCause>('wish');
  const [reason, setReason] = useState('');
  const ask = async () => {
    if (await run(requestDeletion, { account_id: of.account_id, cause, reason })) onClose();
  };
  return (
    <>
      <Ask
        act="deletion"
        description="Nach der Freigabe ist alles sofort offline. 72 Stunden lang kann sie das Konto behalten, dann ist es gelöscht."
        busy={busy}
        ready
        reason={reason}
        onReason={setReason}
        onClose={onClose}
        onAct={() => void ask()}
      >
        <p>
          Es verfallen <b className="num">{formatCredits(of.balance)}</b>. Es läuft:{' '}
          <b>{runningText(of.running)}</b>.
          {of.parts.bought > 0 && ' Was ihr zurückzuzahlen ist, zahle vorher zurück.'}
        </p>
        <Field label="Anlass">
          <Select
            value={cause}
            options={options(DELETION_CAUSE_IDS, DELETION_CAUSES)}
            onChange={({ target }) => setCause(target.value as DeletionCause)}
          />
        </Field>
      </Ask>
      {dialog}
    </>
  );
}
