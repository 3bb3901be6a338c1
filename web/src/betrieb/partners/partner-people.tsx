import type { Output } from '@samtrot/shared/kernel/action.ts';
import { formatDate, formatDayTime } from '@samtrot/shared/kernel/format.ts';
import type { getPartnerPeople } from '@samtrot/shared/partners/people-contract.ts';
import {
  PARTNER_ROLE_LABELS,
  PARTNER_ROLES,
  type PartnerRole,
} from '@samtrot/shared/partners/people-rules.ts';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { useList } from '../api.ts';
import { Loaded } from '../list-state.tsx';
import { Choice } from '../reason-dialog.tsx';
import { useChange } from '../use-change.tsx';
import { useDesk } from './partner-desk.tsx';
import '../page.css';

type Person = Output<typeof getPartnerPeople>['people'][number];

/** Who may enter the console of the website, and who is invited (BOF-125). */
export function PartnerPeople() {
  const { calls, of, mayManage } = useDesk();
  const { website_id } = of;
  const query = useList(calls.getPartnerPeople, { website_id });
  const { run, busy, dialog } = useChange();
  const [inviting, setInviting] = useState(false);
  const [ending, setEnding] = useState<Person | null>(null);
  return (
    <section className="house-panel" aria-labelledby="leute">
      <h2 id="leute">Leute der Webseite</h2>
      <Loaded query={query}>
        {() => (
          <>
            {query.data!.people.length + query.data!.invitations.length === 0 && (
              <p className="house-state">Noch niemand. Lade jemanden ein.</p>
            )}
            <ul className="house-list">
              {query.data!.people.map((person) => (
                <li key={person.person_id}>
                  <div>
                    <b>{person.name}</b>
                    <p className="muted">
                      {person.email} · {PARTNER_ROLE_LABELS[person.role]} ·{' '}
                      {person.last_login_at
                        ? `zuletzt ${formatDayTime(new Date(person.last_login_at))}`
                        : 'noch nie angemeldet'}
                      {person.has_factor && ' · mit zweitem Faktor'}
                    </p>
                  </div>
                  {mayManage && (
                    <div className="house-acts">
                      <Button
                        size="sm"
                        disabled={busy}
                        aria-label={`Beenden: ${person.name}`}
                        onClick={() => setEnding(person)}
                      >
                        Beenden
                      </Button>
                      <Button
                        size="sm"
                        disabled={busy}
                        aria-label={`${person.role === 'read' ? 'Darf verwalten' : 'Darf nur lesen'}: ${person.name}`}
                        onClick={() =>
                          void run(calls.setPartnerRole, {
                            website_id,
                            person_id: person.person_id,
                            role: person.role === 'read' ? 'manage' : 'read',
                          })
                        }
                      >
                        {person.role === 'read' ? 'Darf verwalten' : 'Darf nur lesen'}
                      </Button>
                    </div>
                  )}
                </li>
              ))}
              {query.data!.invitations.map(({ invitation_id, email, role, expires_at }) => (
                <li key={`i${invitation_id}`}>
                  <div>
                    <b>{email}</b>
                    <p className="muted">
                      {PARTNER_ROLE_LABELS[role]} · Einladung bis {formatDate(new Date(expires_at))}
                    </p>
                  </div>
                  {mayManage && (
                    <div className="house-acts">
                      <Button
                        size="sm"
                        disabled={busy}
                        aria-label={`Zurückziehen: ${email}`}
                        onClick={() =>
                          void run(calls.withdrawPartnerInvitation, { website_id, invitation_id })
                        }
                      >
                        Zurückziehen
                      </Button>
                    </div>
                  )}
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
      {mayManage && (
        <div className="house-state">
          <Button size="sm" icon={UserPlus} onClick={() => setInviting(true)}>
            Einladen
          </Button>
        </div>
      )}
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
      {ending && (
        <ConfirmDialog
          open
          title={`Zugang von ${ending.name} beenden?`}
          description="Alle Anmeldungen enden sofort. Wer wieder hinein soll, wird neu eingeladen."
          safe="Behalten"
          act="Beenden"
          danger
          busy={busy}
          onClose={() => setEnding(null)}
          onAct={async () => {
            await run(calls.endPartnerPerson, { website_id, person_id: ending.person_id });
            setEnding(null);
          }}
        />
      )}
      {dialog}
    </section>
  );
}

function InviteDialog({ onClose }: { onClose: () => void }) {
  const { calls, of } = useDesk();
  const { run, busy, errors, dialog } = useChange({ atFields: true });
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<PartnerRole>('manage');
  return (
    <>
      <ConfirmDialog
        open
        title="Wen einladen?"
        description="Die Person bekommt eine Mail mit einem Link, der 7 Tage und nur einmal gilt."
        safe="Zurück"
        act="Einladen"
        busy={busy}
        onClose={onClose}
        onAct={async () => {
          const wish = { website_id: of.website_id, email: email.trim(), role };
          if (await run(calls.invitePartnerPerson, wish)) onClose();
        }}
      >
        <div className="house-form">
          <Field label="E-Mail" error={errors.email}>
            <Input
              type="email"
              value={email}
              maxLength={254}
              autoComplete="off"
              onChange={({ target }) => setEmail(target.value)}
            />
          </Field>
          <Choice
            label="Rolle"
            value={role}
            ids={PARTNER_ROLES}
            labels={PARTNER_ROLE_LABELS}
            onChange={setRole}
          />
        </div>
      </ConfirmDialog>
      {dialog}
    </>
  );
}
