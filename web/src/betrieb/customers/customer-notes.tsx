import { NOTE_MAX } from '@samtrot/shared/customers/card-rules.ts';
import {
  addCustomerNote,
  customerNotes,
  strikeCustomerNote,
} from '@samtrot/shared/customers/contract.ts';
import { formatDateTime } from '@samtrot/shared/kernel/format.ts';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { useList } from '../api.ts';
import { Loaded } from '../list-state.tsx';
import { useChange } from '../use-change.tsx';

const time = (iso: string) => formatDateTime(new Date(iso));

/** Notes: added and struck through, never changed (BOF-71). */
export function CustomerNotes({ accountId, closed }: { accountId: number; closed: boolean }) {
  const [page, setPage] = useState(1);
  const query = useList(customerNotes, { account_id: String(accountId), page });
  const { run, busy, dialog } = useChange();
  const [text, setText] = useState('');
  return (
    <section className="house-panel" aria-labelledby="notizen">
      <h2 id="notizen">Notizen</h2>
      {!closed && (
        <form
          className="house-state house-form"
          onSubmit={(event) => {
            event.preventDefault();
            if (text.trim() === '') return;
            void run(addCustomerNote, { account_id: accountId, text }).then(
              (done) => done && setText(''),
            );
          }}
        >
          <Field
            label="Neue Notiz"
            counter={{ value: text.trim().length, max: NOTE_MAX }}
            help="Notizen gehören zur Kopie ihrer Daten, die die Kundin bekommt."
          >
            <Textarea
              rows={3}
              value={text}
              maxLength={NOTE_MAX}
              onChange={({ target }) => setText(target.value)}
            />
          </Field>
          <Button type="submit" busy={busy} busyLabel="Einen Moment …">
            Notiz speichern
          </Button>
        </form>
      )}
      <Loaded query={query}>
        {() => (
          <ul className="house-list">
            {query.data!.notes.length === 0 && <li>Noch keine Notiz.</li>}
            {query.data!.notes.map((note) => (
              <li key={note.id}>
                <p className="customer-text">{note.struck_at ? <s>{note.text}</s> : note.text}</p>
                <p className="muted">
                  {note.author}, {time(note.written_at)}
                  {note.struck_at && ` · durchgestrichen ${time(note.struck_at)}`}
                </p>
                {note.own && !note.struck_at && (
                  <div className="house-acts">
                    <Button
                      size="sm"
                      disabled={busy}
                      onClick={() => void run(strikeCustomerNote, { note_id: note.id })}
                    >
                      Durchstreichen
                    </Button>
                  </div>
                )}
              </li>
            ))}
            {(page > 1 || query.data!.more) && (
              <li className="house-acts">
                <Button size="sm" disabled={page === 1} onClick={() => setPage(page - 1)}>
                  Neuere
                </Button>
                <Button size="sm" disabled={!query.data!.more} onClick={() => setPage(page + 1)}>
                  Ältere
                </Button>
              </li>
            )}
          </ul>
        )}
      </Loaded>
      {dialog}
    </section>
  );
}
