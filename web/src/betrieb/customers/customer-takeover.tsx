import {
  requestDeletion,
  requestEmailChange,
  requestFactorOff,
} from '@samtrot/shared/customers/help-contract.ts';
import {
  DELETION_CAUSE_IDS,
  DELETION_CAUSES,
  type DeletionCause,
  dueBackText,
  RECOGNISED,
  RECOGNISED_IDS,
  type Recognised,
  runningText,
} from '@samtrot/shared/customers/help-rules.ts';
import { formatCredits } from '@samtrot/shared/kernel/format.ts';
import { useState } from 'react';
import { Alert } from '../../ui/alert.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { HouseLink } from '../link.tsx';
import { Choice, ReasonDialog } from '../reason-dialog.tsx';
import type { Customer } from './customer.ts';

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

const asked = (act: Takeover) => ({
  title: TAKEOVERS[act].label,
  act: 'Zur Freigabe vorlegen',
});

const RecognisedField = (props: { value: Recognised; onChange: (value: Recognised) => void }) => (
  <Choice label="Erkannt durch" ids={RECOGNISED_IDS} labels={RECOGNISED} {...props} />
);

function EmailDialog({ of: { account_id }, onClose }: Props) {
  const [email, setEmail] = useState('');
  const [recognised, setRecognised] = useState<Recognised>('callback');
  return (
    <ReasonDialog
      {...asked('email')}
      description="Die neue Adresse muss bestätigen. Die alte kann es 72 Stunden lang zurücknehmen. Sobald die neue gilt, ist die Kundin überall abgemeldet."
      ready={email.includes('@')}
      onClose={onClose}
      onAct={(run, reason) => run(requestEmailChange, { account_id, email, recognised, reason })}
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
    </ReasonDialog>
  );
}

function FactorDialog({ of: { account_id }, onClose }: Props) {
  const [recognised, setRecognised] = useState<Recognised>('callback');
  return (
    <ReasonDialog
      {...asked('factor')}
      description="Nach der Freigabe meldet sie sich ohne Code an. Sie bekommt sofort eine Mail und ist überall abgemeldet."
      onClose={onClose}
      onAct={(run, reason) => run(requestFactorOff, { account_id, recognised, reason })}
    >
      <RecognisedField value={recognised} onChange={setRecognised} />
    </ReasonDialog>
  );
}

function DeletionDialog({ of, onClose }: Props) {
  const [cause, setCause] = useState<DeletionCause>('wish');
  const due = dueBackText(of.due_back);
  return (
    <ReasonDialog
      {...asked('deletion')}
      description="Nach der Freigabe ist alles sofort offline. 72 Stunden lang kann sie das Konto behalten, dann ist es gelöscht."
      ready={due === null}
      onClose={onClose}
      onAct={(run, reason) => run(requestDeletion, { account_id: of.account_id, cause, reason })}
    >
      <p>
        Es verfallen <b className="num">{formatCredits(of.balance)}</b>. Es läuft:{' '}
        <b>{runningText(of.running)}</b>.
      </p>
      {due !== null && (
        <Alert tone="warning">
          {due}{' '}
          <HouseLink to={`/kundinnen/${of.account_id}/zahlungen`}>Zu ihren Zahlungen</HouseLink>
          <br />
          Auf der Befehlszeile: <code>payments refund ZAHLUNG --reason GRUND</code>
        </Alert>
      )}
      <Choice
        label="Anlass"
        value={cause}
        ids={DELETION_CAUSE_IDS}
        labels={DELETION_CAUSES}
        onChange={setCause}
      />
    </ReasonDialog>
  );
}
