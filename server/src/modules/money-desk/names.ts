import { PAYMENT_METHODS } from '@samtrot/shared/topups/methods.ts';
import { DELETED } from '../customers/service.ts';

/** What people call a way to pay; providers may name others than ours. */
export const methodName = (method: string | null): string =>
  method === null ? 'Zahlungsseite' : method in PAYMENT_METHODS ? label(method) : method;

const label = (method: string): string => PAYMENT_METHODS[method as keyof typeof PAYMENT_METHODS];

/** The account a row of the desk belongs to; the name of a deleted one is gone. */
export const accountOf = ({
  account_id,
  nickname,
  closed,
}: {
  account_id: number | null;
  nickname: string | null;
  closed: boolean;
}): { account_id: number; name: string } | null =>
  account_id === null
    ? null
    : { account_id, name: closed || nickname === null ? DELETED : nickname };
