import { formatCredits } from '@samtrot/shared/kernel/format.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import { lackingText } from '@samtrot/shared/topups/debt.ts';
import type { ReactNode } from 'react';
import { Alert } from '../ui/alert.tsx';

interface Props {
  missing: Credits;
  /** The part of `missing` that is owed. */
  owed: Credits;
  /** Where nothing else shows it. */
  balance?: Credits;
  className: string;
  children?: ReactNode;
}

/** Replaces the balance after an order that the credits do not cover. */
export const MissingCredits = ({ missing, owed, balance, className, children }: Props) => (
  <Alert tone="warning" live className={className}>
    <p className="strong">Nicht genügend Credits</p>
    <p className="num">
      {balance === undefined
        ? `Benötigt noch: ${lackingText(missing, owed)}`
        : `Du hast ${formatCredits(balance)}. Es fehlen noch ${lackingText(missing, owed)}.`}
    </p>
    {children}
  </Alert>
);
