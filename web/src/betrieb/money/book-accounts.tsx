import { bookAccounts, setBookAccount } from '@samtrot/shared/bookkeeping/contract.ts';
import type { Output } from '@samtrot/shared/kernel/action.ts';
import { grantOf } from '@samtrot/shared/staff/rights.ts';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { useList, useMe } from '../api.ts';
import { Loaded } from '../list-state.tsx';
import { useChange } from '../use-change.tsx';

type Account = Output<typeof bookAccounts>['accounts'][number];

/** The numbers of accounts in the file for the bookkeeping (BOF-107). */
export function BookAccounts() {
  const [open, setOpen] = useState(false);
  return (
    <section className="house-panel" aria-label="Konten der Buchhaltung">
      <details
        className="house-state"
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      >
        <summary className="house-summary">
          <ChevronRight className="i" aria-hidden />
          Konten der Buchhaltung
        </summary>
        {open && <Accounts />}
      </details>
    </section>
  );
}

function Accounts() {
  const query = useList(bookAccounts, {});
  const { role } = useMe();
  const may = grantOf(role, 'money.report')?.scope === undefined;
  return (
    <Loaded query={query}>
      {() => (
        <div className="house-form">
          <p className="muted">Abgeschlossene Monate behalten ihre Nummern.</p>
          {query.data!.accounts.map((account) =>
            may ? (
              <AccountNumber key={account.role} of={account} />
            ) : (
              <p key={account.role}>
                {account.label}: <b className="num">{account.number}</b>
              </p>
            ),
          )}
        </div>
      )}
    </Loaded>
  );
}

function AccountNumber({ of: { role, label, number } }: { of: Account }) {
  const { run, busy, errors, dialog } = useChange({ atFields: true });
  const [typed, setTyped] = useState<string | null>(null);
  const value = typed ?? number;
  return (
    <form
      className="house-form"
      noValidate
      onSubmit={async (event) => {
        event.preventDefault();
        if (await run(setBookAccount, { role, number: value.trim() })) setTyped(null);
      }}
    >
      <Field label={label} error={errors.number}>
        <Input
          value={value}
          maxLength={20}
          autoComplete="off"
          onChange={({ target }) => setTyped(target.value)}
        />
      </Field>
      {value !== number && (
        <Button type="submit" size="sm" busy={busy} aria-label={`${label} speichern`}>
          Speichern
        </Button>
      )}
      {dialog}
    </form>
  );
}
