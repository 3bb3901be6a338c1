import {
  DISCOUNT_FOUR_EYES_PERCENT,
  discountProblems,
} from '@samtrot/shared/accounts/discount-rules.ts';
import { setDiscount } from '@samtrot/shared/customers/discount-contract.ts';
import { localDate } from '@samtrot/shared/kernel/time.ts';
import { useState } from 'react';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { ReasonDialog } from '../reason-dialog.tsx';
import { atFields } from '../use-change.tsx';
import type { Customer } from './customer.ts';

/** A personal discount with its end and reason (BOF-104). */
export function DiscountDialog({ of, onClose }: { of: Customer; onClose: () => void }) {
  const [seen] = useState(of.discount_percent);
  const [percent, setPercent] = useState(seen > 0 ? String(seen) : '');
  const [until, setUntil] = useState(
    of.discount_until ? localDate(new Date(of.discount_until)) : '',
  );
  const [refused, setRefused] = useState<Record<string, string>>({});
  const wish = {
    percent: Number(percent.trim().replace(',', '.') || 'NaN'),
    until: until === '' ? null : until,
  };
  const found = discountProblems(wish, localDate(new Date()));
  // Empty fields are not validated yet.
  const errors = {
    ...(percent !== '' && { percent: found.percent }),
    ...(until !== '' && { until: found.until }),
    ...refused,
  } as { percent?: string; until?: string };
  return (
    <ReasonDialog
      title="Rabatt setzen"
      description="Er gilt für jede Aufladung. Sie bekommt eine Mail, 7 Tage bevor er endet. 0 nimmt ihn weg."
      act={wish.percent > DISCOUNT_FOUR_EYES_PERCENT ? 'Zur Freigabe vorlegen' : 'Setzen'}
      ready={Object.keys(found).length === 0}
      help="Er steht im Protokoll."
      onClose={onClose}
      onAct={(run, reason) =>
        run(
          setDiscount,
          { account_id: of.account_id, ...wish, seen_percent: seen, reason },
          undefined,
          atFields(setRefused),
        )
      }
    >
      <Field
        label="Rabatt in Prozent"
        error={errors.percent}
        help={`Auf Zehntel genau, zum Beispiel 12.5; über ${DISCOUNT_FOUR_EYES_PERCENT} % gibt eine zweite Person frei.`}
      >
        <Input
          inputMode="decimal"
          maxLength={6}
          value={percent}
          onChange={({ target }) => {
            setPercent(target.value);
            setRefused({});
          }}
        />
      </Field>
      <Field label="Bis und mit" error={errors.until}>
        <Input
          type="date"
          value={until}
          onChange={({ target }) => {
            setUntil(target.value);
            setRefused({});
          }}
        />
      </Field>
    </ReasonDialog>
  );
}
