import * as z from 'zod/mini';
import { action } from '../kernel/action.ts';
import { checked, withUser } from '../kernel/fields.ts';
import { fieldTexts } from '../kernel/text.ts';

/** Money of a top-up that went back: a correction of its receipt, a document of its own. */
const Correction = z.object({
  refund_id: z.string(),
  /** Null for the moment until it is issued. */
  number: z.nullable(z.string()),
  date: z.string(),
  /** Francs that went back. */
  amount: z.number(),
  /** Address of the PDF on this site. */
  url: z.string(),
});

const Receipt = z.object({
  payment_id: z.string(),
  /** `2026-000123`; null for the moment until it is issued. */
  number: z.nullable(z.string()),
  /** When the credits arrived. */
  date: z.string(),
  /** Francs that were paid. */
  price: z.number(),
  credits: z.int(),
  bonus: z.int(),
  url: z.string(),
  corrections: z.array(Correction),
});

const Statement = z.object({
  /** `2026-11` */
  month: z.string(),
  /** `November 2026` */
  title: z.string(),
  url: z.string(),
});

const YEAR = /^20\d{2}$/;

export const getDocuments = action({
  name: 'get_documents',
  method: 'GET',
  audience: 'user',
  summary:
    'The documents of one year, newest first: a receipt for each credited top-up with its corrections, a statement for each past month with movements. Without `year` it is the newest year that has any. The PDF files and the CSV of the whole history are fetched at their addresses.',
  input: z.object({
    ...withUser,
    year: z.optional(checked((text) => (YEAR.test(text) ? null : fieldTexts.format))),
  }),
  output: z.object({
    /** Years with documents, newest first. */
    years: z.array(z.int()),
    /** The year of this response; null for an account without any movement. */
    year: z.nullable(z.int()),
    statements: z.array(Statement),
    receipts: z.array(Receipt),
    /** Address of the CSV file with all movements. */
    history_url: z.string(),
  }),
  errors: ['NOT_LOGGED_IN', 'INVALID_INPUT'],
});
