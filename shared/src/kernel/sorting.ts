import * as z from 'zod/mini';
import { checked } from './fields.ts';
import { fieldTexts } from './text.ts';

/** The column that a list is sorted by; with a minus it falls. */
export type Sort<Column extends string = string> = Column | `-${Column}`;

export interface Order<Column extends string = string> {
  column: Column;
  falling: boolean;
}

export const sortsOf = <Column extends string>(columns: readonly Column[]): Sort<Column>[] =>
  columns.flatMap((column): Sort<Column>[] => [column, `-${column}`]);

export const sortText = <Column extends string>({
  column,
  falling,
}: Order<Column>): Sort<Column> => (falling ? `-${column}` : column);

export function orderIn<Column extends string>(sort: Sort<Column>): Order<Column> {
  const falling = sort.startsWith('-');
  return { column: (falling ? sort.slice(1) : sort) as Column, falling };
}

/** Where a page begins; without it the list does. */
export const pageCursor = z.optional(
  checked((text) => (/^[\w-]{1,1500}$/.test(text) ? null : fieldTexts.format)),
);

/** What a list in pages is asked for besides its filters (BOF-144). */
export const paged = <Column extends string>(columns: readonly Column[]) => ({
  /** Without it the newest come first. */
  sort: z.optional(z.enum(sortsOf(columns))),
  /** What the last answer gave; that of another sort is refused. */
  cursor: pageCursor,
});

/** Null: nothing follows. */
export const nextCursor = z.nullable(z.string());
