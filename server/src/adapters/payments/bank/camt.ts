import { createHash } from 'node:crypto';
import type { Rappen } from '@samtrot/shared/kernel/money.ts';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import type { z } from 'zod';
import { readReference, referencesIn } from './reference.ts';
import { CamtFile, type Entry, type When } from './schemas.ts';

export const MAX_FILE_BYTES = 20 * 1024 * 1024;
const MAX_NESTING = 40;
const CURRENCY = 'CHF';

/** One movement on the account. Nothing in it names the payer. */
export interface Movement {
  /** Identifies the movement across files. */
  key: string;
  /** The bank's id of the booking, which the operator can search for. */
  bankRef: string | null;
  bookedOn: string;
  /** Always positive. */
  amount: Rappen;
  currency: string;
  credit: boolean;
  /** Cancels an earlier movement: a reversed credit is a debit. */
  reversal: boolean;
  /** The structured reference; null without valid check digits. */
  reference: string | null;
  /** Complete references in the free-text message. */
  written: string[];
}

export interface Statement {
  movements: Movement[];
  /** Pending entries. */
  notBooked: number;
  /** Batch bookings whose parts are in another file of the bank. */
  withoutParts: number;
}

/** The file is not a readable statement of this account; the message is for the operator. */
export class UnusableFile extends Error {
  override name = 'UnusableFile';
}

/**
 * Reads a camt.053 or camt.054 of the Swiss banks, version 04 or 08. `accounts` are the IBANs it
 * may be about.
 * @throws UnusableFile for the whole file: part of a statement is worse than none
 */
export function readCamt(bytes: Uint8Array, accounts: readonly string[]): Statement {
  const file = parse(bytes);
  const statements = file.BkToCstmrStmt?.Stmt ?? file.BkToCstmrDbtCdtNtfctn?.Ntfctn ?? [];
  if (statements.length === 0) throw new UnusableFile('In der Datei steht kein Konto.');
  for (const { Acct } of statements) {
    const iban = Acct.Id.IBAN?.replace(/\s/g, '').toUpperCase();
    if (!iban || !accounts.includes(iban))
      throw new UnusableFile('Die Datei ist von einem anderen Konto.');
    if (Acct.Ccy !== undefined && Acct.Ccy !== CURRENCY)
      throw new UnusableFile(`Das Konto der Datei ist nicht in ${CURRENCY} geführt.`);
  }
  const entries = statements.flatMap(({ Ntry }) => Ntry);
  const booked = entries.filter(({ Sts }) => (typeof Sts === 'string' ? Sts : Sts.Cd) === 'BOOK');
  const isWithoutParts = ({ NtryDtls }: Entry) =>
    NtryDtls.some(({ Btch }) => Btch) && NtryDtls.every(({ TxDtls }) => TxDtls.length === 0);
  const seen = new Map<string, number>();
  return {
    movements: booked
      .filter((entry) => !isWithoutParts(entry))
      .flatMap((entry) => movementsOf(entry, seen)),
    notBooked: entries.length - booked.length,
    withoutParts: booked.filter(isWithoutParts).length,
  };
}

function movementsOf(entry: Entry, seen: Map<string, number>): Movement[] {
  const parts = entry.NtryDtls.flatMap(({ TxDtls }) => TxDtls);
  // The amount of the booking holds for a single part, never for each of several.
  if (parts.length > 1 && parts.some(({ Amt }) => Amt === undefined))
    throw new UnusableFile('Eine Sammelbuchung nennt nicht von jedem Teil den Betrag.');
  return (parts.length === 0 ? [undefined] : parts).map((part) => {
    const amount = part?.Amt ?? entry.Amt;
    const remittance = part?.RmtInf;
    const bankRef = given(entry.AcctSvcrRef) ?? given(part?.Refs?.AcctSvcrRef);
    const carried =
      remittance?.Strd.flatMap(({ CdtrRefInf }) => readReference(CdtrRefInf?.Ref ?? '') ?? []) ??
      [];
    const lines = remittance?.Ustrd ?? [];
    // Long messages are split, possibly within a reference.
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
 * The bank's id of a booking is the same in both kinds of files. The parts of a batch booking may
 * be listed in another order: each is identified by its content, equal ones by counting. The day
 * stands in for a missing id.
 */
function keyOf({ written, ...movement }: Omit<Movement, 'key'>, seen: Map<string, number>): string {
  const { bankRef, bookedOn, amount, currency, credit, reversal } = movement;
  const reference = movement.reference ?? (written.length === 1 ? written[0] : '');
  const booking = bankRef === null ? `day/${bookedOn}` : `booking/${bankRef}`;
  const content = [booking, amount, currency, credit, reversal, reference].join('|');
  const nth = (seen.get(content) ?? 0) + 1;
  seen.set(content, nth);
  return createHash('sha256').update(`${content}|${nth}`).digest('hex');
}

/** Placeholders that banks fill in are no references. */
const given = (ref: string | undefined) =>
  ref && /^[\w/+:.-]{1,35}$/.test(ref) && !FILLERS.has(ref) ? ref : null;
const FILLERS = new Set(['NOTPROVIDED', 'NONREF']);

const dayOf = ({ Dt, DtTm }: z.output<typeof When>) => (Dt ?? DtTm!).slice(0, 10);

const ARRAYS = new Set(['Stmt', 'Ntfctn', 'Ntry', 'NtryDtls', 'TxDtls', 'Strd', 'Ustrd']);

const KIND = /\burn:iso:std:iso:20022:tech:xsd:camt\.05[34]\.001\.0[48]\b/;

function parse(bytes: Uint8Array): z.output<typeof CamtFile>['Document'] {
  if (bytes.length > MAX_FILE_BYTES) throw new UnusableFile('Die Datei ist grösser als 20 MB.');
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UnusableFile('Die Datei ist nicht in UTF-8 geschrieben.');
  }
  // Banks send no definitions; a file with entities is an attack.
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text))
    throw new UnusableFile('Die Datei enthält Definitionen (DOCTYPE).');
  if (!KIND.test(text.slice(0, 4000)))
    throw new UnusableFile('Die Datei ist kein camt.053 oder camt.054 der Version 04 oder 08.');
  const valid = XMLValidator.validate(text);
  if (valid !== true)
    throw new UnusableFile(`Die Datei ist kein gültiges XML: Zeile ${valid.err.line}.`);
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    removeNSPrefix: true,
    parseTagValue: false,
    processEntities: false,
    maxNestedTags: MAX_NESTING,
    isArray: (name) => ARRAYS.has(name),
  });
  let tree: unknown;
  try {
    tree = parser.parse(text);
  } catch {
    throw new UnusableFile('Die Datei ist kein gültiges XML.');
  }
  const read = CamtFile.safeParse(tree);
  if (read.success) return read.data.Document;
  // The path names elements only, never their content.
  const path = read.error.issues[0]?.path ?? [];
  throw new UnusableFile(
    `Die Datei ist nicht aufgebaut, wie es die Norm verlangt: Zeile ${lineOf(text, path)}, ${path.join('/')}`,
  );
}

/** The line of the element at the end of this path, as far as it exists. */
function lineOf(text: string, path: readonly PropertyKey[]): number {
  let at = 0;
  for (const [n, name] of path.entries()) {
    if (typeof name !== 'string' || name.startsWith('@')) continue;
    const next = path[n + 1];
    const opening = new RegExp(`<(?:[\\w-]+:)?${name}[\\s/>]`, 'g');
    opening.lastIndex = at;
    let found: RegExpExecArray | null = null;
    for (let nth = typeof next === 'number' ? next : 0; nth >= 0; nth--) found = opening.exec(text);
    if (!found) break;
    at = found.index + 1;
  }
  return text.slice(0, at).split('\n').length;
}
