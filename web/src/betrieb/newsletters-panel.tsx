import type { Output } from '@samtrot/shared/kernel/action.ts';
import { formatDateTime } from '@samtrot/shared/kernel/format.ts';
import { textLength } from '@samtrot/shared/kernel/text.ts';
import {
  DRAFT_STATE_LABELS,
  NEWSLETTER_SUBJECT_MAX,
  NEWSLETTER_TEXT_MAX,
  reportText,
} from '@samtrot/shared/newsletter/rules.ts';
import {
  deleteNewsletter,
  getNewsletters,
  requestNewsletter,
  saveNewsletter,
  testNewsletter,
} from '@samtrot/shared/newsletter/staff-contract.ts';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { Textarea } from '../ui/textarea.tsx';
import { useList } from './api.ts';
import { HouseLink } from './link.tsx';
import { Loaded } from './list-state.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { useChange } from './use-change.tsx';

type Draft = Output<typeof getNewsletters>['drafts'][number];
type Asked = { is: 'write'; draft?: Draft } | { is: 'send'; draft: Draft };

const onDraft = ({ draft_id, saved }: Draft) => ({ draft_id, seen: saved });
const accounts = (n: number) => (n === 1 ? '1 Konto' : `${n} Konten`);

/** «Rundmail»: drafts, and what became of those that were sent (BOF-133). */
export function NewslettersPanel() {
  const query = useList(getNewsletters, {});
  const { run, busy, dialog } = useChange();
  const [asked, setAsked] = useState<Asked | null>(null);
  const readers = query.data?.readers ?? 0;
  return (
    <section className="house-panel" aria-labelledby="h-rundmail">
      <h2 id="h-rundmail">Rundmail</h2>
      <div className="house-state">
        <Button icon={Plus} onClick={() => setAsked({ is: 'write' })}>
          Neue Rundmail
        </Button>
      </div>
      <Loaded query={query}>
        {() =>
          query.data!.drafts.length + query.data!.sent.length === 0 ? (
            <p className="house-state">Noch keine Rundmail.</p>
          ) : (
            <ul className="house-list" aria-label="Rundmails">
              {query.data!.drafts.map((draft) => (
                <li key={draft.draft_id} className="house-line">
                  <div>
                    <p>
                      <Badge tone="neutral">{DRAFT_STATE_LABELS[draft.state]}</Badge>{' '}
                      {draft.subject}
                    </p>
                    <p className="muted sm">
                      {draft.written_by}, {formatDateTime(new Date(draft.changed_at))}
                    </p>
                  </div>
                  <div className="house-acts">
                    {draft.state === 'submitted' ? (
                      <HouseLink to="/freigaben" className="inbox-link">
                        Freigaben
                      </HouseLink>
                    ) : (
                      <>
                        <Button
                          size="sm"
                          aria-label={`Bearbeiten: ${draft.subject}`}
                          onClick={() => setAsked({ is: 'write', draft })}
                        >
                          Bearbeiten
                        </Button>
                        <Button
                          size="sm"
                          busy={busy}
                          aria-label={`An mich senden: ${draft.subject}`}
                          onClick={() => void run(testNewsletter, onDraft(draft))}
                        >
                          An mich senden
                        </Button>
                        <Button
                          size="sm"
                          aria-label={`Senden: ${draft.subject}`}
                          onClick={() => setAsked({ is: 'send', draft })}
                        >
                          Senden
                        </Button>
                        <Button
                          size="sm"
                          busy={busy}
                          aria-label={`Löschen: ${draft.subject}`}
                          onClick={() => void run(deleteNewsletter, onDraft(draft))}
                        >
                          Löschen
                        </Button>
                      </>
                    )}
                  </div>
                </li>
              ))}
              {query.data!.sent.map((sent) => (
                <li key={`sent-${sent.newsletter_id}`}>
                  <p>
                    <Badge tone="success">{sent.under_way ? 'Unterwegs' : 'Gesendet'}</Badge>{' '}
                    {sent.subject}
                  </p>
                  <p className="muted sm">
                    {formatDateTime(new Date(sent.begun_at))}: {reportText(sent)}
                  </p>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {asked?.is === 'write' && <Editor draft={asked.draft} onClose={() => setAsked(null)} />}
      {asked?.is === 'send' && (
        <ReasonDialog
          title={`«${asked.draft.subject}» senden?`}
          description={`Eine zweite Person muss zustimmen. Danach geht die Rundmail in Portionen an ${accounts(readers)}; gesperrte sind nicht dabei.`}
          act="Zur Freigabe vorlegen"
          help="Die zweite Person liest ihn."
          onClose={() => setAsked(null)}
          onAct={(run, reason) =>
            run(requestNewsletter, { ...onDraft(asked.draft), reason }, 'Zur Freigabe vorgelegt.')
          }
        />
      )}
      {dialog}
    </section>
  );
}

function Editor({ draft, onClose }: { draft: Draft | undefined; onClose: () => void }) {
  const { run, busy, errors, dialog } = useChange({ atFields: true });
  const [subject, setSubject] = useState(draft?.subject ?? '');
  const [text, setText] = useState(draft?.text ?? '');
  return (
    <>
      <ConfirmDialog
        open
        title={draft ? 'Rundmail bearbeiten' : 'Neue Rundmail'}
        description="Der Betreff steht im Postfach und auf gesperrten Bildschirmen. Er muss neutral sein."
        safe="Zurück"
        act="Speichern"
        busy={busy}
        busyLabel="Einen Moment …"
        actDisabled={subject.trim() === '' || text.trim() === ''}
        onClose={onClose}
        onAct={async () => {
          const of = draft ? onDraft(draft) : {};
          if (await run(saveNewsletter, { ...of, subject, text })) onClose();
        }}
      >
        <div className="house-form">
          <Field
            label="Betreff"
            error={errors.subject}
            counter={{ value: textLength(subject), max: NEWSLETTER_SUBJECT_MAX }}
          >
            <Input
              value={subject}
              maxLength={NEWSLETTER_SUBJECT_MAX}
              onChange={({ target }) => setSubject(target.value)}
            />
          </Field>
          <Field
            label="Text"
            error={errors.text}
            help="Eine leere Zeile beginnt einen neuen Absatz. Den Link zum Abbestellen fügen wir an."
          >
            <Textarea
              rows={10}
              maxLength={NEWSLETTER_TEXT_MAX}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          </Field>
        </div>
      </ConfirmDialog>
      {dialog}
    </>
  );
}
