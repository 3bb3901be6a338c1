import {
  correctCredits,
  customerHelp,
  startCustomerExport,
} from '@samtrot/shared/customers/help-contract.ts';
import {
  CORRECTION_KIND_IDS,
  CORRECTION_KINDS,
  CORRECTION_REASON_MAX,
  type CorrectionKind,
  HELP_OPERATION_IDS,
  HELP_OPERATIONS,
  type HelpOperation,
  whyNotTaken,
} from '@samtrot/shared/customers/help-rules.ts';
import { formatCredits } from '@samtrot/shared/kernel/format.ts';
import { forgiveDebt } from '@samtrot/shared/money-desk/contract.ts';
import {
  AtSign,
  BadgeMinus,
  Coins,
  Eye,
  FileDown,
  KeyRound,
  LogOut,
  type LucideIcon,
  Percent,
  ShieldOff,
  TimerReset,
  Trash2,
} from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { useMe } from '../api.ts';
import { Choice, ReasonDialog } from '../reason-dialog.tsx';
import type { Customer } from './customer.ts';
import { DiscountDialog } from './customer-discount.tsx';
import { TAKEOVERS, type Takeover, TakeoverDialog } from './customer-takeover.tsx';
import { ViewDialog } from './customer-view.tsx';

type Act = HelpOperation | 'export' | 'credits' | 'debt' | 'discount' | 'view' | Takeover;
const TAKEOVER_IDS = Object.keys(TAKEOVERS) as Takeover[];
const isTakeover = (act: Act | null): act is Takeover => act !== null && act in TAKEOVERS;

const ICONS: Record<Act, LucideIcon> = {
  end_logins: LogOut,
  reset_throttling: TimerReset,
  send_reset: KeyRound,
  export: FileDown,
  credits: Coins,
  debt: BadgeMinus,
  discount: Percent,
  view: Eye,
  email: AtSign,
  factor: ShieldOff,
  deletion: Trash2,
};

const TEXTS: Record<HelpProps['act'], string> = {
  end_logins: 'Sie muss sich auf allen Geräten neu anmelden und bekommt eine Mail.',
  reset_throttling: 'Falsche Versuche zählen nicht mehr. Sie bekommt eine Mail.',
  send_reset: 'Der Link geht an die hinterlegte Adresse. Du siehst ihn nicht.',
  export:
    'Sie bekommt eine Mail und lädt die Kopie unter «Meine Daten» herunter. Du findest sie hier auf der Karte.',
};

/** «Helfen»: each act asks for its reason (BOF-73, BOF-75, BOF-80). */
export function CustomerHelp({ of }: { of: Customer }) {
  const { rights } = useMe();
  const [act, setAct] = useState<Act | null>(null);
  const offered = TAKEOVER_IDS.filter(
    (id) =>
      rights.includes(TAKEOVERS[id].right) &&
      (id !== 'factor' || of.second_factor) &&
      (id !== 'deletion' || of.delete_at === null),
  );
  const acts: [Act, string][] = [
    ...(rights.includes('customer.help')
      ? HELP_OPERATION_IDS.map((id): [Act, string] => [id, HELP_OPERATIONS[id]])
      : []),
    ...(rights.includes('customer.export') ? ([['export', 'Daten exportieren']] as const) : []),
    ...(rights.includes('money.correct') ? ([['credits', 'Credits korrigieren']] as const) : []),
    ...(rights.includes('money.correct') && of.owed > 0
      ? ([['debt', 'Schuld erlassen']] as const)
      : []),
    ...(rights.includes('discount.set') ? ([['discount', 'Rabatt setzen']] as const) : []),
    ...(rights.includes('customer.view_as') ? ([['view', 'Ansicht der Kundin']] as const) : []),
    ...offered.map((id): [Act, string] => [id, TAKEOVERS[id].label]),
  ].map(([id, label]) => [id, label]);
  if (acts.length === 0) return null;
  return (
    <section className="house-panel" aria-labelledby="helfen">
      <h2 id="helfen">Helfen</h2>
      <ul>
        {acts.map(([id, label]) => (
          <li key={id} className="customer-action">
            <Button variant="ghost" icon={ICONS[id]} block onClick={() => setAct(id)}>
              {label}
            </Button>
          </li>
        ))}
      </ul>
      {act === 'credits' && <CreditsDialog of={of} onClose={() => setAct(null)} />}
      {act === 'debt' && <DebtDialog of={of} onClose={() => setAct(null)} />}
      {isTakeover(act) && <TakeoverDialog of={of} act={act} onClose={() => setAct(null)} />}
      {act === 'discount' && <DiscountDialog of={of} onClose={() => setAct(null)} />}
      {act === 'view' && <ViewDialog accountId={of.account_id} onClose={() => setAct(null)} />}
      {act !== null &&
        act !== 'credits' &&
        act !== 'debt' &&
        act !== 'discount' &&
        act !== 'view' &&
        !isTakeover(act) && (
          <HelpDialog
            accountId={of.account_id}
            act={act}
            label={acts.find(([id]) => id === act)![1]}
            onClose={() => setAct(null)}
          />
        )}
    </section>
  );
}

interface HelpProps {
  accountId: number;
  act: HelpOperation | 'export';
  label: string;
  onClose: () => void;
}

/** What acts at once. */
export const HelpDialog = ({ accountId, act, label, onClose }: HelpProps) => (
  <ReasonDialog
    title={label}
    description={TEXTS[act]}
    act={label}
    onClose={onClose}
    onAct={(run, reason) =>
      act === 'export'
        ? run(startCustomerExport, { account_id: accountId, reason })
        : run(customerHelp, { account_id: accountId, operation: act, reason })
    }
  />
);

/** «Erlassen» of what she owes (BOF-99). */
function DebtDialog({ of, onClose }: { of: Customer; onClose: () => void }) {
  const [sendKey] = useState(() => crypto.randomUUID());
  const [seen] = useState(of.owed);
  return (
    <ReasonDialog
      title={`${formatCredits(seen)} erlassen?`}
      description="Sie schuldet danach nichts mehr, bekommt eine Mail mit dem Grund und sieht ihn im Verlauf."
      act="Erlassen"
      max={CORRECTION_REASON_MAX}
      onClose={onClose}
      onAct={(run, reason) =>
        run(forgiveDebt, {
          account_id: of.account_id,
          seen_owed: seen,
          reason,
          send_key: sendKey,
        })
      }
    />
  );
}

const DIRECTIONS = { give: 'Gutschreiben', take: 'Abziehen' } as const;
type Direction = keyof typeof DIRECTIONS;
const DIRECTION_IDS = Object.keys(DIRECTIONS) as Direction[];

function CreditsDialog({ of, onClose }: { of: Customer; onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [kind, setKind] = useState<CorrectionKind>('goodwill');
  const [direction, setDirection] = useState<Direction>('give');
  // One for the dialog: a second try after a lost response corrects nothing twice.
  const [sendKey] = useState(() => crypto.randomUUID());
  const amount = /^[1-9]\d{0,6}$/.test(typed.trim()) ? Number(typed.trim()) : 0;
  const credits = direction === 'give' ? amount : -amount;
  const problem = whyNotTaken(of.balance, credits);
  return (
    <ReasonDialog
      title="Credits korrigieren"
      description="Sie bekommt eine Mail mit dem Grund und sieht ihn im Verlauf."
      act={DIRECTIONS[direction]}
      ready={credits !== 0 && problem === null}
      help="Sie liest ihn im Verlauf."
      max={CORRECTION_REASON_MAX}
      onClose={onClose}
      onAct={(run, reason) =>
        run(correctCredits, { account_id: of.account_id, credits, kind, reason, send_key: sendKey })
      }
    >
      <Choice
        label="Was"
        value={direction}
        ids={DIRECTION_IDS}
        labels={DIRECTIONS}
        onChange={setDirection}
      />
      <Field
        label="Credits"
        error={problem}
        help={
          credits !== 0 && problem === null
            ? `Guthaben danach: ${formatCredits(of.balance + credits)}`
            : `Guthaben jetzt: ${formatCredits(of.balance)}`
        }
      >
        <Input
          value={typed}
          inputMode="numeric"
          onChange={({ target }) => setTyped(target.value)}
        />
      </Field>
      <Choice
        label="Art"
        value={kind}
        ids={CORRECTION_KIND_IDS}
        labels={CORRECTION_KINDS}
        onChange={setKind}
      />
    </ReasonDialog>
  );
}
