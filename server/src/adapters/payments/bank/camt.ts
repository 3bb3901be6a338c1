import { createHash } from 'node:crypto';
import type { Rappen } from '@samtrot/shared/kernel/money.ts';
import {
  STATEMENT_MAX_BYTES,
  STATEMENT_TOO_LARGE,
} from '@samtrot/shared/money-desk/import-rules.ts';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import type { z } from 'zod';
import { readReference, referencesIn } from './reference.ts';
import { CamtFile, type Entry, Portion, type When } from './schemas.ts';

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
  const steps = reading(bytes, accounts);
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}

/** The same for a process that answers others meanwhile: it pauses after each portion. */
export async function readCamtInPortions(
  bytes: Uint8Array,
  accounts: readonly string[],
): Promise<Statement> {
  const steps = reading(bytes, accounts);
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value;
    await new Promise(setImmediate);
  }
}

/**
 * What stands around the bookings first, then the bookings in portions: a tree of the whole file
 * would take ten times its size.
 */
function* reading(
  bytes: Uint8Array,
  accounts: readonly string[],
): Generator<undefined, Statement, undefined> {
  const text = textOf(bytes);
  const { frame, entries } = yield* cut(text);
  assertAccount(readPart(CamtFile, frame, text, 0), accounts);
  const seen = new Map<string, number>();
  const read: Statement = { movements: [], notBooked: 0, withoutParts: 0 };
  for (let from = 0; from < entries.length; from += PORTION) {
    const portion = entries.slice(from, from + PORTION);
    const [first] = portion as [Range];
    // With the line breaks between them, so that the lines of the file can be named.
    const part = portion.map(({ start, end }, n) => {
      const gap = n === 0 ? '' : text.slice(portion[n - 1]!.end, start).replace(/[^\n]/g, '');
      return gap + text.slice(start, end);
    });
    for (const entry of readPart(Portion, `<Ntrys>${part.join('')}</Ntrys>`, text, first.start)
      .Ntrys.Ntry) {
      if ((typeof entry.Sts === 'string' ? entry.Sts : entry.Sts.Cd) !== 'BOOK') read.notBooked++;
      else if (isWithoutParts(entry)) read.withoutParts++;
      else read.movements.push(...movementsOf(entry, seen));
    }
    yield;
  }
  return read;
}

const PORTION = 200;

const isWithoutParts = ({ NtryDtls }: Entry) =>
  NtryDtls.some(({ Btch }) => Btch) && NtryDtls.every(({ TxDtls }) => TxDtls.length === 0);

function assertAccount({ Document }: z.output<typeof CamtFile>, accounts: readonly string[]): void {
  const { BkToCstmrStmt, BkToCstmrDbtCdtNtfctn } = Document;
  const statements = [...(BkToCstmrStmt?.Stmt ?? []), ...(BkToCstmrDbtCdtNtfctn?.Ntfctn ?? [])];
  if (statements.length === 0) throw new UnusableFile('In der Datei steht kein Konto.');
  for (const { Acct } of statements) {
    const iban = Acct.Id.IBAN?.replace(/\s/g, '').toUpperCase() ?? '';
    if (!accounts.includes(iban)) throw new UnusableFile(otherAccount(iban, accounts));
    if (Acct.Ccy !== undefined && Acct.Ccy !== CURRENCY)
      throw new UnusableFile(`Das Konto der Datei ist nicht in ${CURRENCY} geführt.`);
  }
}

/** The digits of an IBAN that name the bank. */
const bankOf = (iban: string) => iban.slice(0, 2) + iban.slice(4, 9);

function otherAccount(iban: string, accounts: readonly string[]): string {
  if (iban === '') return 'Die Datei nennt kein Konto mit IBAN.';
  const ours = accounts.map((account) => `…${account.slice(-4)}`).join(' oder ');
  const isSameBank = accounts.some((account) => bankOf(account) === bankOf(iban));
  return `Die Datei ist von einem anderen Konto${isSameBank ? '' : ' bei einer anderen Bank'} (…${iban.slice(-4)}). Gelesen wird nur ${ours}.`;
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

function textOf(bytes: Uint8Array): string {
  if (bytes.length > STATEMENT_MAX_BYTES) throw new UnusableFile(STATEMENT_TOO_LARGE);
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
  return text;
}

interface Range {
  start: number;
  end: number;
}

/** What holds no tags: a comment, text that is no markup, an instruction. */
const OPAQUE = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const;
/** A tag: its slash, its name, whether it is empty. */
const TAG = /<(\/?)(?:[^\s/<>:]+:)?([^\s/<>:]+)(?:\s(?:"[^"]*"|'[^']*'|[^'">]){0,2000}?)?(\/?)>/y;
/** From the root: an element of this name elsewhere is no statement whose account was compared. */
const HOLD_ENTRIES = new Set([
  'Document/BkToCstmrStmt/Stmt',
  'Document/BkToCstmrDbtCdtNtfctn/Ntfctn',
]);
/** Tags after which others have their turn. */
const PAUSE = 20_000;

interface Tag {
  start: number;
  end: number;
  name: string;
  closes: boolean;
}

/**
 * The tags in order, without empty ones. What has no end is refused where it begins: looking on
 * from the next `<` would take the square of the length.
 */
function* tagsOf(text: string): Generator<Tag, undefined, undefined> {
  for (let start = text.indexOf('<'); start >= 0; ) {
    const at = start;
    const opaque = OPAQUE.find(([opening]) => text.startsWith(opening, at));
    let end: number;
    if (opaque) {
      const [opening, closing] = opaque;
      const closed = text.indexOf(closing, at + opening.length);
      if (closed < 0) throw invalidXml(text);
      end = closed + closing.length;
    } else {
      TAG.lastIndex = at;
      const tag = TAG.exec(text);
      if (!tag) throw invalidXml(text);
      end = TAG.lastIndex;
      const [, slash, name, empty] = tag;
      if (!empty) yield { start, end, name: name!, closes: slash === '/' };
    }
    start = text.indexOf('<', end);
  }
}

/**
 * Where the bookings stand, and the text without them. @throws UnusableFile where tags do not fit
 */
function* cut(text: string): Generator<undefined, { frame: string; entries: Range[] }, undefined> {
  const open: string[] = [];
  const entries: Range[] = [];
  const frame: string[] = [];
  let [start, framed, tags] = [-1, 0, 0];
  for (const tag of tagsOf(text)) {
    if (++tags % PAUSE === 0) yield;
    if (!tag.closes) {
      if (tag.name === 'Ntry' && HOLD_ENTRIES.has(open.join('/'))) start = tag.start;
      if (open.push(tag.name) > MAX_NESTING)
        throw new UnusableFile('Die Datei ist zu tief geschachtelt.');
      continue;
    }
    if (open.pop() !== tag.name) throw invalidXml(text);
    if (tag.name !== 'Ntry' || !HOLD_ENTRIES.has(open.join('/'))) continue;
    entries.push({ start, end: tag.end });
    frame.push(text.slice(framed, start));
    [start, framed] = [-1, tag.end];
  }
  if (open.length > 0) throw invalidXml(text);
  frame.push(text.slice(framed));
  return { frame: frame.join(''), entries };
}

/** The sentence for a file whose tags do not fit. */
function invalidXml(text: string): UnusableFile {
  const lines = text.trimEnd().split('\n').length;
  if (!/<\/(?:[\w.-]+:)?Document>\s*$/.test(text))
    return new UnusableFile(
      `Die Datei bricht in Zeile ${lines} ab, es ist nichts geändert. Lade sie bei der Bank nochmals herunter.`,
    );
  const valid = XMLValidator.validate(text);
  return new UnusableFile(
    `Die Datei ist kein gültiges XML${valid === true ? '' : `: Zeile ${valid.err.line}`}.`,
  );
}

const lineAt = (text: string, at: number): number => {
  let line = 1;
  for (let next = text.indexOf('\n'); next >= 0 && next < at; next = text.indexOf('\n', next + 1))
    line++;
  return line;
};

/** A well-formed part of the file, which begins there in it. @throws UnusableFile */
function readPart<T extends z.ZodType>(
  shape: T,
  part: string,
  file: string,
  start: number,
): z.output<T> {
  const valid = XMLValidator.validate(part);
  if (valid !== true) throw invalidXml(file);
  let tree: unknown;
  try {
    tree = PARSER.parse(part);
  } catch {
    throw invalidXml(file);
  }
  const read = shape.safeParse(tree);
  if (read.success) return read.data;
  // The path names elements only, never their content.
  const path = read.error.issues[0]?.path ?? [];
  const line = lineAt(file, start) + lineOf(part, path) - 1;
  throw new UnusableFile(
    `Die Datei ist nicht aufgebaut, wie es die Norm verlangt: Zeile ${line}, ${path.join('/')}`,
  );
}

const PARSER = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  processEntities: false,
  maxNestedTags: MAX_NESTING,
  isArray: (name) => ARRAYS.has(name),
});

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
