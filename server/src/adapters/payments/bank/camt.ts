import { createHash } from 'node:crypto';
import type { Rappen } from '@samtrot/shared/kernel/money.ts';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { z } from 'zod';
import { readReference, referencesIn } from './reference.ts';

export const MAX_FILE_BYTES = 20 * 1024 * 1024;
const MAX_NESTING = 40;
const CURRENCY = 'CHF';

/** One movement on the account. Nothing in it names the payer. */
export interface Movement {
  /** The same for the same movement in whichever file it stands. */
  key: string;
  /** How the bank names the booking; the operator finds it there. */
  bankRef: string | null;
  bookedOn: string;
  /** Always positive. */
  amount: Rappen;
  currency: string;
  credit: boolean;
  /** The bank takes an earlier movement back: a reversed credit is a debit. */
  reversal: boolean;
  /** The reference the bank carried as such; null for none with the right check digits. */
  reference: string | null;
  /** Whole references in what was written by hand. */
  written: string[];
}

export interface Statement {
  movements: Movement[];
  /** Entries that are announced and not booked. */
  notBooked: number;
  /** Collective bookings whose parts stand in another file of the bank. */
  withoutParts: number;
}

/** The file is no statement of this account that we can read; the message says why, for the operator. */
export class UnusableFile extends Error {
  override name = 'UnusableFile';
}

/**
 * Reads a camt.053 or camt.054 of the Swiss banks, version 04 or 08. `accounts` are the IBANs it may be about.
 * @throws UnusableFile, and then for the whole file: half of a statement is worse than none
 */
export function readCamt(bytes: Uint8Array, accounts: readonly string[]): Statement {
  const file = parse(bytes);
  const statements = file.BkToCstmrStmt?.Stmt ?? file.BkToCstmrDbtCdtNtfctn?.Ntfctn ?? [];
  if (statements.length === 0) throw new UnusableFile('In der Datei steht kein Konto.');
  for (const { Acct } of statements) {
    const iban = Acct.Id.IBAN?.replace(/\s/g, '').toUpperCase();
    if (!iban || !accounts.includes(iban)) throw new UnusableFile('Die Datei ist von einem anderen Konto.');
    if (Acct.Ccy !== undefined && Acct.Ccy !== CURRENCY)
      throw new UnusableFile(`Das Konto der Datei ist nicht in ${CURRENCY} geführt.`);
  }
  const entries = statements.flatMap(({ Ntry }) => Ntry);
  const booked = entries.filter(({ Sts }) => (typeof Sts === 'string' ? Sts : Sts.Cd) === 'BOOK');
  const isWithoutParts = ({ NtryDtls }: Entry) =>
    NtryDtls.some(({ Btch }) => Btch) && NtryDtls.every(({ TxDtls }) => TxDtls.length === 0);
  const seen = new Map<string, number>();
  return {
    movements: booked.filter((entry) => !isWithoutParts(entry)).flatMap((entry) => movementsOf(entry, seen)),
    notBooked: entries.length - booked.length,
    withoutParts: booked.filter(isWithoutParts).length,
  };
}

function movementsOf(entry: Entry, seen: Map<string, number>): Movement[] {
  const parts = entry.NtryDtls.flatMap(({ TxDtls }) => TxDtls);
  // The amount of the booking is that of its only part, never of each of several.
  if (parts.length > 1 && parts.some(({ Amt }) => Amt === undefined))
    throw new UnusableFile('Eine Sammelbuchung nennt nicht von jedem Teil den Betrag.');
  return (parts.length === 0 ? [undefined] : parts).map((part) => {
    const amount = part?.Amt ?? entry.Amt;
    const words = part?.RmtInf;
    const bankRef = given(entry.AcctSvcrRef) ?? given(part?.Refs?.AcctSvcrRef);
    const carried = words?.Strd.flatMap(({ CdtrRefInf }) => readReference(CdtrRefInf?.Ref ?? '') ?? []) ?? [];
    const lines = words?.Ustrd ?? [];
    // A long message comes in pieces that may cut a reference.
    const texts = [...lines, lines.join(''), part?.Refs?.EndToEndId ?? ''];
    const movement = {
      bankRef,
      bookedOn: dayOf(entry.BookgDt),
      amount: amount.rappen,
      currency: amount.currency,
      credit: (part?.CdtDbtInd ?? entry.CdtDbtInd) === 'CRDT',
      reversal: entry.RvslInd === 'true' || entry.RvslInd === '1',
      reference: new Set(carried).size === 1 ? carried[0]! : null,
      written: [...new Set(texts.flatMap(referencesIn))].sort(),
    };
    return { key: keyOf(movement, seen), ...movement };
  });
}

/**
 * The bank's name of the booking is the same in both kinds of files. Of a collective booking, which may be listed in another order,
 * each part is known by what it says, and the same said twice by counting. A booking without a name counts by its day.
 */
function keyOf({ written, ...movement }: Omit<Movement, 'key'>, seen: Map<string, number>): string {
  const { bankRef, bookedOn, amount, currency, credit, reversal } = movement;
  const reference = movement.reference ?? (written.length === 1 ? written[0] : '');
  const booking = bankRef === null ? `day/${bookedOn}` : `booking/${bankRef}`;
  const said = [booking, amount, currency, credit, reversal, reference].join('|');
  const nth = (seen.get(said) ?? 0) + 1;
  seen.set(said, nth);
  return createHash('sha256').update(`${said}|${nth}`).digest('hex');
}

/** References that banks fill in for want of one are none. */
const given = (ref: string | undefined) => (ref && /^[\w/+:.-]{1,35}$/.test(ref) && !FILLERS.has(ref) ? ref : null);
const FILLERS = new Set(['NOTPROVIDED', 'NONREF']);

const dayOf = ({ Dt, DtTm }: z.output<typeof When>) => (Dt ?? DtTm!).slice(0, 10);

const ARRAYS = new Set(['Stmt', 'Ntfctn', 'Ntry', 'NtryDtls', 'TxDtls', 'Strd', 'Ustrd']);

const many = <T extends z.ZodType>(item: T) => z.array(item).default([]);
/** An element that is there and empty is read as an empty text. */
const node = <T extends z.ZodRawShape>(shape: T) =>
  z.preprocess((value) => (value === '' ? {} : value), z.object(shape));

const Amount = z
  .object({ '#text': z.string().regex(/^\d{1,10}(\.\d{1,2}0{0,3})?$/), '@Ccy': z.string().regex(/^[A-Z]{3}$/) })
  .transform((amount) => {
    const [francs, rest = ''] = amount['#text'].split('.');
    return { rappen: Number(francs) * 100 + Number(rest.slice(0, 2).padEnd(2, '0')), currency: amount['@Ccy'] };
  });
const Direction = z.enum(['CRDT', 'DBIT']);
const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])/;
const When = z
  .object({ Dt: z.string().regex(DAY).optional(), DtTm: z.string().regex(DAY).optional() })
  .refine(({ Dt, DtTm }) => Dt !== undefined || DtTm !== undefined);
const Remittance = node({
  Ustrd: many(z.string()),
  Strd: many(node({ CdtrRefInf: node({ Ref: z.string().optional() }).optional() })),
});
const Part = node({
  Refs: node({ AcctSvcrRef: z.string().optional(), EndToEndId: z.string().optional() }).optional(),
  Amt: Amount.optional(),
  CdtDbtInd: Direction.optional(),
  RmtInf: Remittance.optional(),
});
const Entry = z.object({
  Amt: Amount,
  CdtDbtInd: Direction,
  RvslInd: z.enum(['true', 'false', '1', '0']).optional(),
  Sts: z.union([z.string(), z.object({ Cd: z.string() })]),
  BookgDt: When,
  AcctSvcrRef: z.string().optional(),
  NtryDtls: many(node({ Btch: z.unknown().optional(), TxDtls: many(Part) })),
});
type Entry = z.output<typeof Entry>;
const Account = z.object({
  Acct: z.object({ Id: z.object({ IBAN: z.string().optional() }), Ccy: z.string().optional() }),
  Ntry: many(Entry),
});
const File = z.object({
  Document: z.object({
    BkToCstmrStmt: z.object({ Stmt: many(Account) }).optional(),
    BkToCstmrDbtCdtNtfctn: z.object({ Ntfctn: many(Account) }).optional(),
  }),
});

const KIND = /\burn:iso:std:iso:20022:tech:xsd:camt\.05[34]\.001\.0[48]\b/;

function parse(bytes: Uint8Array): z.output<typeof File>['Document'] {
  if (bytes.length > MAX_FILE_BYTES) throw new UnusableFile('Die Datei ist grösser als 20 MB.');
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UnusableFile('Die Datei ist nicht in UTF-8 geschrieben.');
  }
  // A bank never defines anything of its own in a file; what does is made to do harm.
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new UnusableFile('Die Datei enthält Definitionen (DOCTYPE).');
  if (!KIND.test(text.slice(0, 4000)))
    throw new UnusableFile('Die Datei ist kein camt.053 oder camt.054 der Version 04 oder 08.');
  if (XMLValidator.validate(text) !== true) throw new UnusableFile('Die Datei ist kein gültiges XML.');
  const parser = new XMLParser({
    ...{ ignoreAttributes: false, attributeNamePrefix: '@', removeNSPrefix: true },
    ...{ parseTagValue: false, processEntities: false, maxNestedTags: MAX_NESTING },
    isArray: (name) => ARRAYS.has(name),
  });
  let tree: unknown;
  try {
    tree = parser.parse(text);
  } catch {
    throw new UnusableFile('Die Datei ist kein gültiges XML.');
  }
  const read = File.safeParse(tree);
  if (read.success) return read.data.Document;
  // The path names elements only, never what stands in them.
  const where = read.error.issues[0]?.path.join('/') ?? '';
  throw new UnusableFile(`Die Datei ist nicht aufgebaut, wie es die Norm verlangt: ${where}`);
}
