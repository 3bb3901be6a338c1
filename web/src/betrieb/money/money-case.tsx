import type { Output } from '@samtrot/shared/kernel/action.ts';
import { CASE_REASON_MAX, type CaseWay } from '@samtrot/shared/money-desk/case-rules.ts';
import { getCase, settleCase } from '@samtrot/shared/money-desk/contract.ts';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { RadioCard } from '../../ui/radio-card.tsx';
import { useList, useMe } from '../api.ts';
import { HouseLink } from '../link.tsx';
import { Loaded } from '../list-state.tsx';
import { useChange } from '../use-change.tsx';
import { Technical } from './money-technical.tsx';

type Case = Output<typeof getCase>;

/** A case with its figures and all ways out (BOF-94 to BOF-98). */
export function MoneyCase({ id }: { id: string }) {
  const query = useList(getCase, { case_id: id });
  return (
    <section className="house-panel" aria-labelledby="fall">
      <h2 id="fall">Fall {id}</h2>
      <div className="money-way">
        <HouseLink to="/geld" className="panes-back">
          Alle Fälle
        </HouseLink>
        <Loaded query={query}>
          {() => <Body key={query.data!.case.seen_version} of={query.data!} />}
        </Loaded>
      </div>
    </section>
  );
}

const Body = ({ of }: { of: Case }) => {
  const { sentence, account, payment_id, wish, awaits } = of.case;
  return (
    <>
      <p>
        <b>{sentence}</b>
      </p>
      <dl className="house-facts">
        {account && (
          <div>
            <dt>Kundin</dt>
            <dd>
              <HouseLink to={`/kundinnen/${account.account_id}/zahlungen`}>
                {account.name}, {account.account_id}
              </HouseLink>
            </dd>
          </div>
        )}
        {payment_id !== null && (
          <div>
            <dt>Zahlung</dt>
            <dd>
              <HouseLink to={`/geld/zahlungen/${payment_id}`}>{payment_id}</HouseLink>
            </dd>
          </div>
        )}
        {of.facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {wish && <Badge tone="warning">Sie möchte das Geld zurück.</Badge>}
      {awaits && (
        <p>
          <Badge tone="info">Wartet auf zweite Person</Badge>{' '}
          <HouseLink to="/freigaben">Freigaben</HouseLink>
        </p>
      )}
      {of.decided && <p className="muted">Entschieden: {of.decided}</p>}
      <Ways of={of} />
      <Technical of={of.technical} />
    </>
  );
};

function Ways({ of: { case: item } }: { of: Case }) {
  const { rights } = useMe();
  const navigate = useNavigate();
  const { run, busy, dialog } = useChange();
  const [way, setWay] = useState<CaseWay | undefined>(item.ways[0]?.way);
  const [reason, setReason] = useState('');
  const [typed, setTyped] = useState(item.match === null ? '' : String(item.match));
  const chosen = item.ways.find((one) => one.way === way);
  if (!chosen || !rights.includes('money.case')) return null;
  const number = /^\d{5,12}$/.test(typed.trim()) ? Number(typed.trim()) : null;
  const ready =
    (!chosen.needs_reason || reason.trim() !== '') && (way !== 'match' || number !== null);
  const settle = async (event: FormEvent) => {
    event.preventDefault();
    const done = await run(settleCase, {
      case_id: item.case_id,
      seen_version: item.seen_version,
      way: chosen.way,
      ...(chosen.needs_reason && { reason }),
      ...(way === 'match' && number !== null && { payment_id: number }),
    });
    if (done && way !== 'ask') void navigate({ to: '/geld' as never });
  };
  return (
    <form className="house-form" onSubmit={(event) => void settle(event)}>
      <fieldset className="house-form">
        <legend className="sr">Was soll geschehen?</legend>
        {item.ways.map((one, at) => (
          <RadioCard
            key={one.way}
            name="weg"
            value={one.way}
            checked={one.way === way}
            onChange={() => setWay(one.way)}
            title={one.label}
            end={at === 1 ? <span className="muted">Anderes</span> : undefined}
          >
            {one.about}
          </RadioCard>
        ))}
      </fieldset>
      {way === 'match' && (
        <Field label="Nummer der Zahlung" help="Eine offene Zahlung per Überweisung">
          <Input
            inputMode="numeric"
            value={typed}
            maxLength={12}
            onChange={({ target }) => setTyped(target.value)}
          />
        </Field>
      )}
      {chosen.needs_reason && (
        <Field label="Grund" help="Er steht im Protokoll.">
          <Input
            value={reason}
            maxLength={CASE_REASON_MAX}
            onChange={({ target }) => setReason(target.value)}
          />
        </Field>
      )}
      {chosen.mail && item.account && (
        <p className="muted">
          Mail an {item.account.name}: «{chosen.mail}»
        </p>
      )}
      <Button type="submit" variant="primary" block busy={busy} disabled={!ready}>
        {chosen.label}
      </Button>
      {dialog}
    </form>
  );
}
