import type { Output } from '@samtrot/shared/kernel/action.ts';
import { formatDayTime } from '@samtrot/shared/kernel/format.ts';
import { STAFF_RECOVERY_CODES } from '@samtrot/shared/staff/login-rules.ts';
import {
  ROLE_LABELS,
  ROLE_TEXTS,
  ROLES,
  type Role,
  STAFF_STATE_LABELS,
} from '@samtrot/shared/staff/roles.ts';
import {
  blockStaff,
  getTeam,
  inviteStaff,
  resetStaffFactor,
  setDuty,
  setStaffRole,
  unblockStaff,
} from '@samtrot/shared/staff/team-contract.ts';
import { Send, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { Select } from '../ui/select.tsx';
import { useHouseTitle, useList } from './api.ts';
import { DutyPanel } from './duty-panel.tsx';
import { Loaded } from './list-state.tsx';
import { Table } from './table.tsx';
import { useChange } from './use-change.tsx';
import './page.css';

type Person = Output<typeof getTeam>['people'][number];

/** Who is invited again has worked here and lost her factor. */
const stateOf = ({ state, returns }: Person): string =>
  returns ? 'richtet sich neu ein' : STAFF_STATE_LABELS[state];

const OPTIONS = ROLES.map((role) => ({ value: role, label: ROLE_LABELS[role] }));

type Asked = { is: 'invite' } | { is: 'role' | 'reset' | 'block' | 'leave'; person: Person };

/** The people of the house (BOF-13). */
export function TeamPage() {
  useHouseTitle('Team');
  const query = useList(getTeam, {});
  const { run, busy, dialog } = useChange();
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  return (
    <>
      <div className="house-head">
        <h1 className="h1">Team</h1>
        <Button variant="primary" icon={UserPlus} onClick={() => setAsked({ is: 'invite' })}>
          Einladen
        </Button>
      </div>
      <section className="house-panel">
        <Loaded query={query}>
          {() => (
            <Table
              caption="Team"
              rows={query.data!.people}
              keyOf={({ staff_id }) => staff_id}
              columns={[
                {
                  label: 'Person',
                  sortBy: ({ name }) => name,
                  cell: ({ name, sign, email }) => (
                    <>
                      <b>{name}</b> ({sign}) <small className="muted">{email}</small>
                    </>
                  ),
                },
                {
                  label: 'Rolle',
                  sortBy: ({ role }) => ROLE_LABELS[role],
                  cell: ({ role }) => ROLE_LABELS[role],
                },
                {
                  label: 'Zustand',
                  sortBy: (person) => stateOf(person),
                  cell: (person) => (
                    <Badge tone={person.state === 'active' ? 'success' : 'neutral'}>
                      {stateOf(person)}
                    </Badge>
                  ),
                },
                {
                  label: 'Faktor',
                  wide: true,
                  sortBy: (person) => factorsOf(person),
                  cell: (person) => factorsOf(person),
                },
                {
                  label: 'Angemeldet',
                  wide: true,
                  sortBy: (person) => person.last_login_at,
                  cell: (person) => (
                    <>
                      {person.last_login_at
                        ? formatDayTime(new Date(person.last_login_at))
                        : 'noch nie'}
                      {person.logins > 0 && (
                        <small className="muted">
                          {person.logins === 1
                            ? ', zurzeit angemeldet'
                            : `, zurzeit ${person.logins} Mal angemeldet`}
                        </small>
                      )}
                    </>
                  ),
                },
                {
                  label: 'Ändern',
                  silent: true,
                  cell: (person) => (
                    <Acts
                      person={person}
                      busy={busy}
                      onAsk={setAsked}
                      onUnblock={() => run(unblockStaff, { staff_id: person.staff_id })}
                      onLink={() => run(resetStaffFactor, { staff_id: person.staff_id })}
                    />
                  ),
                },
              ]}
            />
          )}
        </Loaded>
      </section>
      {query.data && (
        <DutyPanel
          team={query.data}
          busy={busy}
          onChoose={(week, staff_id) => run(setDuty, { week, staff_id })}
        />
      )}
      {asked?.is === 'invite' && (
        <InviteDialog
          busy={busy}
          onClose={close}
          onInvite={async (person) => (await run(inviteStaff, person)) && close()}
        />
      )}
      {asked?.is === 'role' && (
        <RoleDialog
          person={asked.person}
          busy={busy}
          onClose={close}
          onChange={async (change) =>
            (await run(setStaffRole, { staff_id: asked.person.staff_id, ...change })) && close()
          }
        />
      )}
      {asked && asked.is !== 'invite' && asked.is !== 'role' && (
        <ConfirmDialog
          open
          {...QUESTIONS[asked.is](asked.person.name)}
          safe="Zurück"
          danger
          busy={busy}
          onClose={close}
          onAct={async () => {
            const { staff_id } = asked.person;
            const done =
              asked.is === 'reset'
                ? await run(resetStaffFactor, { staff_id })
                : await run(blockStaff, {
                    staff_id,
                    state: asked.is === 'leave' ? 'left' : 'blocked',
                  });
            if (done) close();
          }}
        />
      )}
      {dialog}
    </>
  );
}

const QUESTIONS = {
  reset: (name: string) => ({
    title: 'Zweiten Faktor zurücksetzen?',
    description: `Passwort und zweiter Faktor von ${name} gelten nicht mehr, alle Anmeldungen enden. Ein neuer Link kommt per Mail.`,
    act: 'Zurücksetzen',
  }),
  block: (name: string) => ({
    title: `${name} sperren?`,
    description: 'Alle Anmeldungen enden sofort, keine neue beginnt.',
    act: 'Sperren',
  }),
  leave: (name: string) => ({
    title: `${name} austragen?`,
    description: 'Das lässt sich nicht rückgängig machen. Der Name bleibt im Protokoll.',
    act: 'Austragen',
  }),
};

function factorsOf({ has_app, passkeys, recovery_codes }: Person): string {
  const kinds = [
    ...(has_app ? ['App'] : []),
    ...(passkeys > 0 ? [passkeys === 1 ? '1 Passkey' : `${passkeys} Passkeys`] : []),
  ];
  return kinds.length === 0
    ? 'keiner'
    : `${kinds.join(', ')}, noch ${recovery_codes} von ${STAFF_RECOVERY_CODES} Codes für den Notfall`;
}

function Acts({
  person,
  busy,
  onAsk,
  onUnblock,
  onLink,
}: {
  person: Person;
  busy: boolean;
  onAsk(asked: Asked): void;
  onUnblock(): void;
  onLink(): void;
}) {
  const { state, name } = person;
  if (state === 'left') return null;
  const act = (is: 'role' | 'reset' | 'block' | 'leave', label: string) => (
    <Button
      size="sm"
      aria-label={`${label}: ${name}`}
      disabled={busy}
      onClick={() => onAsk({ is, person })}
    >
      {label}
    </Button>
  );
  return (
    <details className="house-fold">
      <summary className="house-summary" aria-label={`Ändern: ${name}`}>
        Ändern
      </summary>
      <div className="house-acts">
        {act('role', 'Rolle')}
        {state === 'active' && act('reset', 'Faktor zurücksetzen')}
        {state === 'invited' && (
          <Button
            size="sm"
            icon={Send}
            aria-label={`Neuer Link: ${name}`}
            disabled={busy}
            onClick={onLink}
          >
            Neuer Link
          </Button>
        )}
        {state === 'blocked' ? (
          <Button size="sm" aria-label={`Entsperren: ${name}`} disabled={busy} onClick={onUnblock}>
            Entsperren
          </Button>
        ) : (
          act('block', 'Sperren')
        )}
        {act('leave', 'Austragen')}
      </div>
    </details>
  );
}

const Reason = ({ value, onValue }: { value: string; onValue(text: string): void }) => (
  <Field label="Grund" help="Eine zweite Inhaberin liest ihn und gibt frei.">
    <Input value={value} maxLength={500} onChange={({ target }) => onValue(target.value)} />
  </Field>
);

function InviteDialog({
  busy,
  onClose,
  onInvite,
}: {
  busy: boolean;
  onClose(): void;
  onInvite(person: { name: string; email: string; role: Role; reason?: string }): unknown;
}) {
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('moderator');
  const [reason, setReason] = useState('');
  return (
    <ConfirmDialog
      open
      title="Wen einladen?"
      description="Der Link kommt per Mail, gilt 24 Stunden und nur einmal."
      safe="Zurück"
      act="Einladen"
      busy={busy}
      onClose={onClose}
      onAct={() => onInvite({ name, email, role, ...(role === 'owner' && { reason }) })}
    >
      <div className="house-form">
        <Field label="Name">
          <Input value={name} onChange={({ target }) => setName(target.value)} />
        </Field>
        <Field label="E-Mail">
          <Input type="email" value={email} onChange={({ target }) => setEmail(target.value)} />
        </Field>
        <Field label="Rolle" help={ROLE_TEXTS[role]}>
          <Select
            options={OPTIONS}
            value={role}
            onChange={({ target }) => setRole(target.value as Role)}
          />
        </Field>
        {role === 'owner' && <Reason value={reason} onValue={setReason} />}
      </div>
    </ConfirmDialog>
  );
}

function RoleDialog({
  person,
  busy,
  onClose,
  onChange,
}: {
  person: Person;
  busy: boolean;
  onClose(): void;
  onChange(change: { role: Role; reason?: string }): unknown;
}) {
  const [role, setRole] = useState<Role>(person.role);
  const [reason, setReason] = useState('');
  const asks = role === 'owner' && person.role !== 'owner';
  return (
    <ConfirmDialog
      open
      title={`Welche Rolle hat ${person.name}?`}
      safe="Zurück"
      act={asks ? 'Zur Freigabe vorlegen' : 'Ändern'}
      busy={busy}
      actDisabled={role === person.role}
      onClose={onClose}
      onAct={() => onChange({ role, ...(asks && { reason }) })}
    >
      <div className="house-form">
        <Field label="Rolle" help={ROLE_TEXTS[role]}>
          <Select
            options={OPTIONS}
            value={role}
            onChange={({ target }) => setRole(target.value as Role)}
          />
        </Field>
        {asks && <Reason value={reason} onValue={setReason} />}
      </div>
    </ConfirmDialog>
  );
}
