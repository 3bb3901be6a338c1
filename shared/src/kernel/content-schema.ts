import * as z from 'zod/mini';
import { type Content, type ContentField, type TextRule, TIDY } from './content.ts';
import { tidied } from './fields.ts';
import { draftProblem } from './text.ts';

type Line = ContentField<z.ZodMiniString, ReturnType<typeof tidied>> & TextRule;

interface TextOptions {
  tidy?: TextRule['tidy'];
  blank?: string;
}

/** A text of `min` to `max` characters. A draft may be unfinished, but never longer. */
export function text(
  min: number,
  max: number,
  { tidy = 'line', blank = '' }: TextOptions = {},
): Line {
  const draft = tidied(TIDY[tidy], (typed) => draftProblem(typed, max));
  return { value: z.string(), draft, blank, tidy, length: { min, max } };
}

/** A field with the same type on the wire and in calls, unless `draft` says what calls take. */
export function field<Value extends z.ZodMiniType>(
  value: Value,
  blank: z.output<Value>,
): ContentField<Value, Value> {
  return { value, draft: value, blank };
}

type Values<Fields extends Content> = { [Name in keyof Fields]: Fields[Name]['value'] };
type Twins<Fields extends Content> = {
  [Name in keyof Fields as Fields[Name] extends { twin: infer Twin extends string }
    ? Twin
    : never]: z.ZodMiniOptional<Fields[Name]['draft']>;
};
type Taken<Field extends ContentField> = Field extends { twin: string } | { open: true }
  ? z.ZodMiniOptional<Field['draft']>
  : z.ZodMiniDefault<z.ZodMiniOptional<Field['draft']>>;
type Inputs<Fields extends Content> = {
  [Name in keyof Fields]: Taken<Fields[Name]>;
} & Twins<Fields>;
type ValueOf<Fields extends Content> = { [Name in keyof Fields]: z.output<Fields[Name]['value']> };
type Twinned<Fields extends Content> = {
  [Name in keyof Fields as Fields[Name] extends { twin: string } ? Name : never]: z.output<
    Fields[Name]['value']
  >;
};

/** What the wire shows. */
export const valuesOf = <const Fields extends Content>(fields: Fields): Values<Fields> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { value }]) => [name, value]),
  ) as Values<Fields>;

/** What calls take: everything may be left out. */
export const inputsOf = <const Fields extends Content>(fields: Fields): Inputs<Fields> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(
      ([name, { draft, blank, open, twin }]): [string, z.ZodMiniType][] => {
        const optional = z.optional(draft);
        if (twin !== undefined)
          return [
            [name, optional],
            [twin, optional],
          ];
        return [[name, open ? optional : z._default(optional, blank)]];
      },
    ),
  ) as Inputs<Fields>;

type Shown<Fields extends Content> = {
  [Name in keyof Fields as Fields[Name] extends { internal: true } ? never : Name]: z.output<
    Fields[Name]['value']
  >;
};

/** Names of what visitors may see. */
export const shownIn = <const Fields extends Content>(fields: Fields) =>
  Object.keys(fields).filter((name) => !fields[name]!.internal) as (keyof Shown<Fields> & string)[];

type ContactOf<Fields extends Content> = {
  [Name in keyof Fields & string as Fields[Name] extends { contact: true } ? Name : never]: string;
};

/** The contact data, as in a blank form; all are texts. */
export const contactIn = <const Fields extends Content>(fields: Fields): ContactOf<Fields> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, { contact }]) => contact)
      .map(([name, { blank }]) => [name, blank]),
  ) as ContactOf<Fields>;

/** What examples show. */
export const examplesOf = <const Fields extends Content>(fields: Fields): ValueOf<Fields> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { blank, example = blank }]) => [name, example]),
  ) as ValueOf<Fields>;

/** What a blank form shows. */
export const blankOf = <const Fields extends Content>(fields: Fields): ValueOf<Fields> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { blank }]) => [name, blank]),
  ) as ValueOf<Fields>;

/** One name for what came by either of two. */
export function withoutTwins<const Fields extends Content, Call extends object>(
  fields: Fields,
  call: Call,
): Omit<Call, keyof Twins<Fields> | keyof Twinned<Fields>> & Twinned<Fields> {
  const { ...single } = call as Record<string, unknown>;
  for (const [name, { twin, blank }] of Object.entries(fields)) {
    if (twin === undefined) continue;
    single[name] ??= single[twin] ?? blank;
    delete single[twin];
  }
  return single as never;
}
