import { search } from '@samtrot/shared/customers/contract.ts';
import { HIT_LABELS } from '@samtrot/shared/customers/search-rules.ts';
import type { Output } from '@samtrot/shared/kernel/action.ts';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError, call } from '../../lib/api/call.ts';
import { Alert } from '../../ui/alert.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { useHouseTitle } from '../api.ts';
import { SEARCH_FIELD, takeTyped } from '../keys.tsx';
import { HouseLink } from '../link.tsx';
import { loginEnded } from '../login-state.ts';
import '../page.css';
import './customer.css';

type Found = Output<typeof search>;
type Hit = Found['hits'][number];

/** One field finds people and things; one hit opens it (BOF-68). */
export function CustomersPage() {
  useHouseTitle('Kundinnen');
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const [q, setQ] = useState('');
  const [found, setFound] = useState<Found | null>(null);
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    setQ(takeTyped());
    field.current?.focus();
  }, []);

  const look = async (event: FormEvent) => {
    event.preventDefault();
    if (q.trim() === '') return;
    setBusy(true);
    setError('');
    try {
      const answer = await call(search, { q });
      const [only, another] = answer.hits;
      if (only?.path && !another) void navigate({ to: only.path as never });
      else setFound(answer);
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      if (failure.code === 'NOT_LOGGED_IN') loginEnded();
      else setError(Object.values(failure.fields)[0] ?? failure.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <h1 className="h1">Kundinnen</h1>
      <search>
        <form className="customer-search" onSubmit={(event) => void look(event)}>
          <Field
            label="Suche"
            id={SEARCH_FIELD}
            help="Ganze E-Mail-Adresse, Name ab 3 Buchstaben, Telefon, Nummer, S-, M-, Zahlung oder Beleg"
          >
            <Input
              ref={field}
              type="search"
              value={q}
              maxLength={200}
              autoComplete="off"
              onChange={({ target }) => setQ(target.value)}
            />
          </Field>
          <Button type="submit" variant="primary" busy={busy} busyLabel="Einen Moment …">
            Suchen
          </Button>
        </form>
      </search>
      {error && <Alert tone="danger">{error}</Alert>}
      {found ? (
        <Hits of={found} />
      ) : (
        <section className="house-panel house-state" aria-label="Was sich finden lässt">
          <p className="muted">
            Ein Treffer allein öffnet sich gleich. Beispiele: lena@samtrot.example, Lena, 079 123 45
            67, Inserat 20447, S-10042, M-2041.
          </p>
        </section>
      )}
    </>
  );
}

const Hits = ({ of: { hits, more } }: { of: Found }) => (
  <section className="house-panel" aria-label="Treffer" aria-live="polite">
    {hits.length === 0 ? (
      <p className="house-state">Nichts gefunden.</p>
    ) : (
      <ul className="house-list">
        {hits.map((hit) => (
          <li key={`${hit.kind} ${hit.id}`}>
            <HitLine of={hit} />
          </li>
        ))}
      </ul>
    )}
    {more && <p className="house-state muted">Es gibt mehr Treffer. Such genauer.</p>}
  </section>
);

const HitLine = ({ of: { kind, id, label, detail, state, path } }: { of: Hit }) => (
  <div>
    <p>
      {path ? <HouseLink to={path}>{label}</HouseLink> : <b>{label}</b>}{' '}
      {state && <Badge>{state}</Badge>}
    </p>
    <p className="muted">
      {HIT_LABELS[kind]} {id}
      {detail && ` · ${detail}`}
    </p>
  </div>
);
