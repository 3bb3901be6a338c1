import * as z from 'zod/mini';
import { action } from '../kernel/action.ts';
import { checked, id } from '../kernel/fields.ts';
import { fieldTexts } from '../kernel/text.ts';
import { BOOK_ACCOUNT_IDS, isMonth, MOVEMENT_LINES, PRODUCT_IDS } from './rules.ts';

const month = checked((typed) => (isMonth(typed) ? null : fieldTexts.format));
/** Credits that were paid for and those that were given, and the francs paid. */
const amounts = z.object({ bought: z.int(), given: z.int(), paid: z.number() });
const back = z.object({ count: z.int(), amount: z.number() });

export const MonthReport = z.object({
  /** Revenue by what was bought, less what came back. Francs. */
  products: z.array(
    z.object({
      product: z.enum(PRODUCT_IDS),
      credits: z.int(),
      paid: z.number(),
      vat: z.number(),
    }),
  ),
  topups: z.array(
    z.object({ method: z.string(), count: z.int(), credits: z.int(), paid: z.number() }),
  ),
  /** Money that went back to customers, and what banks took. */
  refunds: back,
  chargebacks: back,
  /** What providers kept of the payments that were settled; those that state it. */
  fees: back,
  opening: amounts,
  movements: z.array(z.object({ line: z.enum(MOVEMENT_LINES), ...amounts.shape })),
  closing: amounts,
});

export const getMonth = action({
  name: 'month',
  method: 'GET',
  audience: 'staff',
  right: 'money.report',
  passive: true,
  summary:
    'A Swiss month by the ledger: revenue by product with its tax, top-ups by method, money back, and the unspent credits from its beginning to its end.',
  input: z.object({ month }),
  output: z.object({
    month: z.string(),
    /** When it was closed; null while it is open. */
    closed_at: z.nullable(z.iso.datetime()),
    /** Whether its last day is over. */
    over: z.boolean(),
    may_close: z.boolean(),
    /** Open cases of it; of a closed month those that were named. */
    cases: z.array(z.int()),
    /** The month before and after, where there is one. */
    before: z.nullable(z.string()),
    after: z.nullable(z.string()),
    report: MonthReport,
  }),
  errors: ['INVALID_INPUT'],
});

export const closeMonth = action({
  name: 'close_month',
  method: 'POST',
  audience: 'staff',
  right: 'money.report',
  summary:
    'Keeps a month as it is; refused while it runs, while the one before is open, and while cases of it are open that are not named.',
  input: z.object({ month, cases: z._default(z.array(id), []) }),
  output: z.object({ message: z.string() }),
  errors: ['INVALID_INPUT', 'RIGHT_MISSING'],
});

export const bookkeeping = action({
  name: 'bookkeeping',
  method: 'POST',
  audience: 'staff',
  right: 'money.report',
  keyless: true,
  summary:
    'A month as CSV, double entry: one line for each day, pair of accounts and rate of the tax. Of a closed month the same bytes each time.',
  input: z.object({ month }),
  output: z.object({ name: z.string(), text: z.string() }),
  errors: ['INVALID_INPUT'],
});

export const bookAccounts = action({
  name: 'book_accounts',
  method: 'GET',
  audience: 'staff',
  right: 'money.report',
  passive: true,
  summary: 'The numbers that the bookkeeping of the house uses.',
  input: z.object({}),
  output: z.object({
    accounts: z.array(
      z.object({ role: z.enum(BOOK_ACCOUNT_IDS), label: z.string(), number: z.string() }),
    ),
  }),
  errors: [],
});

export const setBookAccount = action({
  name: 'set_book_account',
  method: 'POST',
  audience: 'staff',
  right: 'money.report',
  summary: 'Changes the number of an account of the bookkeeping; closed months stay as they are.',
  input: z.object({
    role: z.enum(BOOK_ACCOUNT_IDS),
    number: checked((typed) => (/^[0-9A-Za-z.]{1,20}$/.test(typed) ? null : fieldTexts.format)),
  }),
  output: z.object({ message: z.string() }),
  errors: ['INVALID_INPUT', 'RIGHT_MISSING'],
});
