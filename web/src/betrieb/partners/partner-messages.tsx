import { formatDateTime, formatDayTime } from '@samtrot/shared/kernel/format.ts';
import { HOOK_LABELS, MESSAGE_LABELS } from '@samtrot/shared/partners/desk-rules.ts';
import { KeyRound, RefreshCw, Send } from 'lucide-react';
import { useState } from 'react';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Table } from '../table.tsx';
import { useChange } from '../use-change.tsx';
import { useDesk, type Website } from './partner-desk.tsx';
import { OnceDialog } from './partner-once.tsx';
import '../page.css';

type Message = Website['webhook']['messages'][number];

export const HOOK_TONES: Record<Website['hook'], BadgeTone> = {
  none: 'neutral',
  healthy: 'success',
  late: 'warning',
  failed: 'danger',
};

const STATES: Record<Message['state'], { label: string; tone: BadgeTone }> = {
  delivered: { label: 'angekommen', tone: 'success' },
  waiting: { label: 'wartet', tone: 'neutral' },
  dead: { label: 'gescheitert', tone: 'danger' },
};

function answerOf({ status, attempts }: Message): string {
  if (attempts === 0) return 'noch nicht gesendet';
  return status === null ? 'keine Antwort' : `Antwort ${status}`;
}

/** Webhook deliveries with responses and dead letters (BOF-122). */
export function PartnerMessages() {
  const { calls, of, mayManage, mayKeys } = useDesk();
  const { run, busy, dialog } = useChange();
  const [asked, setAsked] = useState<'address' | 'secret' | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const { website_id, webhook } = of;
  const { url, waiting, accepted_at, both_until, messages } = webhook;
  const resend = (message_id?: number) =>
    run(calls.resendPartnerMessages, { website_id, ...(message_id && { message_id }) });
  return (
    <section className="house-panel" aria-labelledby="meldeweg">
      <h2 id="meldeweg">Meldungen</h2>
      <dl className="house-facts">
        <div>
          <dt>Adresse</dt>
          <dd>{url ?? 'keine'}</dd>
        </div>
        {url !== null && (
          <>
            <div>
              <dt>Zustand</dt>
              <dd>
                <Badge tone={HOOK_TONES[of.hook]}>{HOOK_LABELS[of.hook]}</Badge>
              </dd>
            </div>
            <div>
              <dt>Es warten</dt>
              <dd>{waiting}</dd>
            </div>
            <div>
              <dt>Zuletzt angenommen</dt>
              <dd>{accepted_at ? formatDayTime(new Date(accepted_at)) : 'noch nie'}</dd>
            </div>
          </>
        )}
        {both_until && (
          <div>
            <dt>Beide Geheimnisse gelten bis</dt>
            <dd>{formatDateTime(new Date(both_until))}</dd>
          </div>
        )}
      </dl>
      {(mayManage || mayKeys) && (
        <div className="house-state house-acts">
          {mayManage && (
            <Button size="sm" onClick={() => setAsked('address')}>
              Adresse ändern
            </Button>
          )}
          {mayManage && url !== null && (
            <Button
              size="sm"
              icon={Send}
              busy={busy}
              onClick={() => void run(calls.testPartnerHook, { website_id })}
            >
              Test senden
            </Button>
          )}
          {mayKeys && url !== null && (
            <Button size="sm" icon={KeyRound} onClick={() => setAsked('secret')}>
              Neues Geheimnis
            </Button>
          )}
          {mayManage && of.dead > 0 && (
            <Button size="sm" icon={RefreshCw} busy={busy} onClick={() => void resend()}>
              Alle {of.dead} nochmals senden
            </Button>
          )}
        </div>
      )}
      {messages.length === 0 ? (
        <p className="house-state muted">Noch keine Meldung.</p>
      ) : (
        <Table
          caption="Meldungen an die Webseite"
          rows={messages}
          keyOf={({ message_id }) => message_id}
          columns={[
            {
              label: 'Was',
              sortBy: ({ event }) => MESSAGE_LABELS[event],
              cell: ({ event }) => MESSAGE_LABELS[event],
            },
            {
              label: 'Zu',
              wide: true,
              sortBy: ({ kind, public_id }) => `${kind} ${public_id}`,
              cell: ({ kind, public_id }) => (
                <>
                  {kind === 'club' ? 'Club' : 'Inserat'} <code>{public_id.slice(0, 8)}</code>
                </>
              ),
            },
            {
              label: 'Stand',
              sortBy: ({ state }) => STATES[state].label,
              cell: ({ state }) => <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>,
            },
            { label: 'Antwort', sortBy: answerOf, cell: answerOf },
            {
              label: 'Versuche',
              number: true,
              wide: true,
              sortBy: ({ attempts }) => attempts,
              cell: ({ attempts }) => attempts,
            },
            {
              label: 'Zuletzt',
              sortBy: ({ at }) => at,
              cell: ({ at }) => formatDayTime(new Date(at)),
            },
            {
              label: 'Nochmals senden',
              silent: true,
              cell: ({ state, message_id, public_id }) =>
                state === 'dead' &&
                mayManage && (
                  <Button
                    size="sm"
                    disabled={busy}
                    aria-label={`Nochmals senden: ${public_id.slice(0, 8)}`}
                    onClick={() => void resend(message_id)}
                  >
                    Nochmals
                  </Button>
                ),
            },
          ]}
        />
      )}
      {of.receipts.open > 0 && (
        <p className="house-state muted">
          {of.receipts.open === 1
            ? 'Eine Abschaltung ist seit über 60 Sekunden nicht bestätigt.'
            : `${of.receipts.open} Abschaltungen sind seit über 60 Sekunden nicht bestätigt.`}{' '}
          Beim nächsten Lesen bekommt die Webseite sie trotzdem.
        </p>
      )}
      {asked === 'address' && <AddressDialog onClose={() => setAsked(null)} onSecret={setSecret} />}
      {asked === 'secret' && (
        <ConfirmDialog
          open
          title="Neues Geheimnis machen?"
          description="Das bisherige unterschreibt noch 24 Stunden mit. So lange hat die Webseite Zeit zum Wechseln."
          safe="Zurück"
          act="Neues Geheimnis"
          busy={busy}
          onClose={() => setAsked(null)}
          onAct={async () => {
            const done = await run(calls.rotatePartnerSecret, { website_id }, (made) =>
              setSecret(made.secret),
            );
            if (done) setAsked(null);
          }}
        />
      )}
      {secret !== null && (
        <OnceDialog
          title="Geheimnis der Meldungen"
          text={secret}
          note="Damit prüft die Webseite, dass eine Meldung vom Portal kommt."
          onClose={() => setSecret(null)}
        />
      )}
      {dialog}
    </section>
  );
}

interface AddressProps {
  onClose: () => void;
  onSecret: (secret: string) => void;
}

function AddressDialog({ onClose, onSecret }: AddressProps) {
  const { calls, of } = useDesk();
  const { run, busy, errors, dialog } = useChange({ atFields: true });
  const [typed, setTyped] = useState(of.webhook.url ?? '');
  const url = typed.trim() || null;
  const before = of.webhook.url;
  return (
    <>
      <ConfirmDialog
        open
        title="Wohin gehen die Meldungen?"
        description={
          url === null && before !== null
            ? 'Leer schaltet die Meldungen aus. Was wartet, wird verworfen.'
            : 'Eine öffentliche Adresse mit https. Umleitungen werden nicht verfolgt.'
        }
        safe="Zurück"
        act={url === null && before !== null ? 'Meldungen ausschalten' : 'Speichern'}
        danger={url === null && before !== null}
        busy={busy}
        actDisabled={url === before}
        onClose={onClose}
        onAct={async () => {
          const wanted = { website_id: of.website_id, url };
          const done = await run(calls.setPartnerHook, wanted, ({ secret }) => {
            // Another address keeps the secret that the website already has.
            if (secret !== null && before === null) onSecret(secret);
          });
          if (done) onClose();
        }}
      >
        <div className="house-form">
          <Field label="Adresse" optional error={errors.url}>
            <Input
              value={typed}
              inputMode="url"
              maxLength={500}
              autoComplete="off"
              spellCheck={false}
              onChange={({ target }) => setTyped(target.value)}
            />
          </Field>
        </div>
      </ConfirmDialog>
      {dialog}
    </>
  );
}
