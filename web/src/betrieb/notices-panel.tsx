import type { Output } from '@samtrot/shared/kernel/action.ts';
import { formatDateTime } from '@samtrot/shared/kernel/format.ts';
import { textLength } from '@samtrot/shared/kernel/text.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import {
  NOTICE_KIND_LABELS,
  NOTICE_KINDS,
  NOTICE_MAX,
  NOTICE_PLACE_LABELS,
  NOTICE_PLACES,
  NOTICE_STATE_LABELS,
  noticeState,
} from '@samtrot/shared/notices/rules.ts';
import {
  addPortalNotice,
  endPortalNotice,
  getPortalNotices,
} from '@samtrot/shared/notices/staff-contract.ts';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Textarea } from '../ui/textarea.tsx';
import { useList } from './api.ts';
import { Loaded } from './list-state.tsx';
import { MomentField, shownMoment, wireMoment } from './moment-field.tsx';
import { Choice } from './reason-dialog.tsx';
import { useChange } from './use-change.tsx';

type Notice = Output<typeof getPortalNotices>['notices'][number];

/** Portal notices (BOF-131). */
export function NoticesPanel() {
  const query = useList(getPortalNotices, {});
  const { run, busy, dialog } = useChange();
  const [adding, setAdding] = useState(false);
  return (
    <section className="house-panel" aria-labelledby="h-hinweise">
      <h2 id="h-hinweise">Hinweise auf dem Portal</h2>
      <div className="house-state">
        <Button icon={Plus} onClick={() => setAdding(true)}>
          Neuer Hinweis
        </Button>
      </div>
      <Loaded query={query}>
        {() =>
          query.data!.notices.length === 0 ? (
            <p className="house-state">Noch kein Hinweis.</p>
          ) : (
            <ul className="house-list" aria-label="Hinweise">
              {query.data!.notices.map((notice) => (
                <Line
                  key={notice.notice_id}
                  notice={notice}
                  busy={busy}
                  onEnd={() => void run(endPortalNotice, { notice_id: notice.notice_id })}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      {adding && <Editor onClose={() => setAdding(false)} />}
      {dialog}
    </section>
  );
}

function Line({ notice, busy, onEnd }: { notice: Notice; busy: boolean; onEnd: () => void }) {
  const [from, until] = [new Date(notice.from), new Date(notice.until)];
  const state = noticeState({ from, until }, new Date());
  return (
    <li className="house-line">
      <div>
        <p>
          <Badge tone={state === 'shown' ? 'success' : 'neutral'}>
            {NOTICE_STATE_LABELS[state]}
          </Badge>{' '}
          {notice.text}
        </p>
        <p className="muted sm">
          {NOTICE_KIND_LABELS[notice.kind]}, {NOTICE_PLACE_LABELS[notice.place]},{' '}
          {formatDateTime(from)} bis {formatDateTime(until)}
          {notice.written_by && `, ${notice.written_by}`}
        </p>
      </div>
      {state !== 'over' && (
        <Button size="sm" busy={busy} aria-label={`Beenden: ${notice.text}`} onClick={onEnd}>
          Beenden
        </Button>
      )}
    </li>
  );
}

function Editor({ onClose }: { onClose: () => void }) {
  const { run, busy, errors, dialog } = useChange({ atFields: true });
  const [kind, setKind] = useState<Notice['kind']>('info');
  const [place, setPlace] = useState<Notice['place']>('all');
  const [text, setText] = useState('');
  const [from, setFrom] = useState('');
  const [until, setUntil] = useState(() => shownMoment(new Date(Date.now() + DAY_MS)));
  const end = wireMoment(until);
  return (
    <>
      <ConfirmDialog
        open
        title="Neuer Hinweis"
        description="Er steht über allen Seiten. Einen Hinweis können Leute schliessen, eine Störung nicht."
        safe="Zurück"
        act="Aufschalten"
        busy={busy}
        busyLabel="Einen Moment …"
        actDisabled={!end || text.trim() === ''}
        onClose={onClose}
        onAct={async () => {
          const start = wireMoment(from);
          const input = { kind, place, text, until: end!, ...(start && { from: start }) };
          if (await run(addPortalNotice, input)) onClose();
        }}
      >
        <div className="house-form">
          <Choice
            label="Art"
            value={kind}
            ids={NOTICE_KINDS}
            labels={NOTICE_KIND_LABELS}
            onChange={setKind}
          />
          <Choice
            label="Für"
            value={place}
            ids={NOTICE_PLACES}
            labels={NOTICE_PLACE_LABELS}
            onChange={setPlace}
          />
          <Field
            label="Text"
            error={errors.text}
            counter={{ value: textLength(text), max: NOTICE_MAX }}
          >
            <Textarea
              rows={3}
              maxLength={NOTICE_MAX}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          </Field>
          <MomentField
            label="Von"
            optional
            value={from}
            help="Leer: ab sofort."
            error={errors.from}
            onChange={setFrom}
          />
          <MomentField label="Bis" value={until} error={errors.until} onChange={setUntil} />
        </div>
      </ConfirmDialog>
      {dialog}
    </>
  );
}
