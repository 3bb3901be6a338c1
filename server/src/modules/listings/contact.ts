import { phoneEnding } from '@samtrot/shared/kernel/phone-ending.ts';
import { hashToken, randomToken } from '../../platform/crypto.ts';
import type { Sql } from '../../platform/db.ts';
import {
  type Ciphertext,
  type EncryptedColumn,
  encryptedColumn,
} from '../../platform/encryption.ts';

/** Of a stored row: its contact data, which a blank or erased one does not have. */
export interface WithContact {
  id: number;
  contact: Ciphertext | null;
}

/** Columns of a row without contact data. */
const NO_CONTACT = { contact: null, contact_print: null };

/** The contact data of a kind of listing: one ciphertext of each row (ACC-50). */
export interface ContactData<Names extends string> {
  column: EncryptedColumn;
  /** The contact data in a decrypted text. */
  parse(text: string): Record<Names, string>;
  /** The contact data of a row. */
  read(row: WithContact): Record<Names, string>;
  /** The row with its contact data in clear. */
  open<Row extends WithContact>(row: Row): Omit<Row, 'contact'> & Record<Names, string>;
  /** The columns for these values; contact data as they are stay under their ciphertext. */
  columnsOf<Values extends object>(
    values: Values,
    of: WithContact,
  ): Omit<Values, Names> & Partial<ContactColumns>;
  /** The same for a stored row, which the caller has locked. */
  changed<Values extends object>(
    db: Sql,
    id: number,
    values: Values,
  ): Promise<Omit<Values, Names> & Partial<ContactColumns>>;
  /** Whether the contact data of two are the same. */
  isSame(one: Record<Names, string>, other: Record<Names, string>): boolean;
  /** Without the contact data. */
  without<Of extends object>(of: Of): Omit<Of, Names>;
  /** Columns that erase it. */
  erased: Readonly<Record<string, null>>;
  /** The keyed hashes of a number in this column, in any spelling. */
  phoneHashes(column: string, number: string): Buffer[];
}

interface ContactColumns {
  contact: Ciphertext | null;
  /** Other contact data have another one: a hash of them and a random salt. */
  contact_print: Buffer | null;
  telefon_hash?: Buffer | null;
  whatsapp_hash?: Buffer | null;
}

/**
 * Of a table with the columns `contact` and `contact_print`, and one hash of each phone number. A
 * change of what reviews do not see (`unseen`) leaves the print.
 */
export function contactData<const Blank extends Readonly<Record<string, string>>>(
  table: 'inserat' | 'club',
  blank: Blank,
  { phones, unseen }: Record<'phones' | 'unseen', readonly (keyof Blank & string)[]>,
): ContactData<keyof Blank & string> {
  type Names = keyof Blank & string;
  const names = Object.keys(blank) as Names[];
  const hashOf = (phone: string) => `${phone}_hash`;
  const column = encryptedColumn({
    table,
    column: 'contact',
    row: ['id'],
    parts: Object.fromEntries(
      phones.map((phone) => [
        hashOf(phone),
        (text: string) => phoneEnding((JSON.parse(text) as Record<string, string>)[phone] ?? ''),
      ]),
    ),
  });
  const erased = {
    ...NO_CONTACT,
    ...Object.fromEntries(phones.map((phone) => [hashOf(phone), null])),
  };
  type Stored = Partial<Record<Names | 'salt', string>>;
  const stored = ({ id, contact }: WithContact): Stored =>
    contact ? JSON.parse(column.decrypt(contact, id)) : {};
  // Each delivered ad passes here: no object is made that falls away.
  const filled = (written: Stored): Record<Names, string> => {
    const contact: Record<string, string> = {};
    for (const name of names) contact[name] = written[name] ?? blank[name]!;
    return contact as Record<Names, string>;
  };
  const read = (row: WithContact) => filled(stored(row));
  const without = <Of extends object, Left extends string>(of: Of, left: readonly Left[]) =>
    Object.fromEntries(Object.entries(of).filter(([name]) => !left.includes(name as Left))) as Omit<
      Of,
      Left
    >;
  const columnsOf: ContactData<Names>['columnsOf'] = (values, of) => {
    const given = values as Partial<Record<Names, string>>;
    const known = stored(of);
    const before: Record<string, string> = filled(known);
    const after = names.map((name) => [name, given[name] ?? before[name]!] as const);
    const rest = without(values, names);
    if (after.every(([name, value]) => value === before[name])) return rest;
    const written = after.filter(([name, value]) => value !== blank[name]);
    if (written.length === 0) return { ...rest, ...erased };
    const salted = { salt: known.salt ?? randomToken() };
    const textOf = (fields: typeof written) =>
      JSON.stringify({ ...salted, ...Object.fromEntries(fields) });
    const text = textOf(written);
    const isSeen = ([name]: readonly [Names, string]) => !unseen.includes(name);
    const seen = written.filter(isSeen);
    // Not computed again where nothing seen changes: converted rows have prints of another form.
    const print = after.filter(isSeen).some(([name, value]) => value !== before[name]) && {
      contact_print: seen.length > 0 ? hashToken(textOf(seen)) : null,
    };
    return {
      ...rest,
      contact: column.encrypt(text, of.id),
      ...print,
      ...column.partHashes(text),
    };
  };
  return {
    column,
    erased,
    parse: (text) => filled(JSON.parse(text)),
    read,
    isSame: (one, other) => names.every((name) => one[name] === other[name]),
    without: (of) => without(of, names),
    open: (row) => ({ ...without(row, ['contact']), ...read(row) }),
    columnsOf,
    async changed(db, id, values) {
      if (!names.some((name) => name in values)) return values as never;
      const row = await db
        .selectFrom(table)
        .select(['id', 'contact'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return columnsOf(values, row);
    },
    phoneHashes: (name, number) => {
      const ending = phoneEnding(number);
      return ending === '' ? [] : column.partLookups(hashOf(name), ending);
    },
  };
}
