import * as z from 'zod/mini';
import { tidied } from './fields.ts';
import { fieldTexts, hasUnwantedCharacters, textLength, tidyLine } from './text.ts';

/** One field of what an advertiser writes; calls, columns, forms and erasing derive from it. */
export interface ContentField<
  Value extends z.ZodMiniType = z.ZodMiniType,
  Draft extends z.ZodMiniType = z.ZodMiniType,
> {
  /** On the wire, in the row and in the form. */
  readonly value: Value;
  /** As a call takes it, with the bounds that hold for drafts too. */
  readonly draft: Draft;
  /** Of a blank form, of an erased row, and of a call that leaves it out. */
  readonly blank: z.output<Value>;
  /** A call that leaves it out leaves it to the server, which knows more than `blank`. */
  readonly open?: true;
  /** Its other name in calls. Where both are given, the first one counts. */
  readonly twin?: string;
  /** It is for the portal; visitors never see it. */
  readonly internal?: true;
  /** Partner websites get it by this name, as it is written. */
  readonly delivered?: true;
  /** In the demo and in the reference of the API; as `blank` where it is missing. */
  readonly example?: z.output<Value>;
  /** The heading of its control. */
  readonly label?: string;
  /** What the error summary says: when it is empty, and when it is wrong. */
  readonly todo?: readonly [missing: string, wrong: string];
  /** Asked of every ad; only while this switch is on; or only as the whole check says. */
  readonly required?: true | { readonly by: string } | 'checked';
}

export type Content = Readonly<Record<string, ContentField>>;

/** Of texts: how one is tidied, and what publishing and drafts allow. */
export interface TextRule {
  readonly tidy: (typed: string) => string;
  readonly length: { readonly min: number; readonly max: number };
  /** What is wrong with it even in a draft, or null. */
  readonly problem: (text: string) => string | null;
}

type Line = ContentField<z.ZodMiniString, ReturnType<typeof tidied>> & TextRule;

interface TextOptions {
  tidy?: (typed: string) => string;
  blank?: string;
  /** What of it counts as its length. */
  visible?: (text: string) => string;
}

/** A text of `min` to `max` characters. A draft may be unfinished, but never longer. */
export function text(
  min: number,
  max: number,
  { tidy = tidyLine, blank = '', visible = (text) => text }: TextOptions = {},
): Line {
  const problem = (text: string): string | null => {
    if (textLength(visible(text)) > max) return fieldTexts.tooLong(max);
    return hasUnwantedCharacters(text) ? fieldTexts.format : null;
  };
  return { value: z.string(), draft: tidied(tidy, problem), blank, tidy, length: { min, max }, problem };
}

/** A field with the same type on the wire and in calls, unless `draft` says what calls take. */
export function field<Value extends z.ZodMiniType>(value: Value, blank: z.output<Value>): ContentField<Value, Value> {
  return { value, draft: value, blank };
}

type Values<Fields extends Content> = { [Name in keyof Fields]: Fields[Name]['value'] };
type Twins<Fields extends Content> = {
  [Name in keyof Fields as Fields[Name] extends { twin: infer Twin extends string } ? Twin : never]: z.ZodMiniOptional<
    Fields[Name]['draft']
  >;
};
type Taken<Field extends ContentField> = Field extends { twin: string } | { open: true }
  ? z.ZodMiniOptional<Field['draft']>
  : z.ZodMiniDefault<z.ZodMiniOptional<Field['draft']>>;
type Inputs<Fields extends Content> = { [Name in keyof Fields]: Taken<Fields[Name]> } & Twins<Fields>;
type ValueOf<Fields extends Content> = { [Name in keyof Fields]: z.output<Fields[Name]['value']> };
type Twinned<Fields extends Content> = {
  [Name in keyof Fields as Fields[Name] extends { twin: string } ? Name : never]: z.output<Fields[Name]['value']>;
};

/** What the wire shows. */
export const valuesOf = <const Fields extends Content>(fields: Fields): Values<Fields> =>
  Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value])) as Values<Fields>;

/** What calls take: everything may be left out. */
export const inputsOf = <const Fields extends Content>(fields: Fields): Inputs<Fields> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { draft, blank, open, twin }]): [string, z.ZodMiniType][] => {
      const optional = z.optional(draft);
      if (twin !== undefined)
        return [
          [name, optional],
          [twin, optional],
        ];
      return [[name, open ? optional : z._default(optional, blank)]];
    }),
  ) as Inputs<Fields>;

type Shown<Fields extends Content> = {
  [Name in keyof Fields as Fields[Name] extends { internal: true } ? never : Name]: z.output<Fields[Name]['value']>;
};

/** Names of what visitors may see. */
export const shownIn = <const Fields extends Content>(fields: Fields) =>
  Object.keys(fields).filter((name) => !fields[name]!.internal) as (keyof Shown<Fields> & string)[];

type Delivered<Fields extends Content> = {
  [Name in keyof Fields as Fields[Name] extends { delivered: true } ? Name : never]: Fields[Name];
};

/** The fields that partner websites get as they are written. */
export const deliveredIn = <const Fields extends Content>(fields: Fields): Delivered<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, { delivered }]) => delivered)) as Delivered<Fields>;

/** What examples show. */
export const examplesOf = <const Fields extends Content>(fields: Fields): ValueOf<Fields> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { blank, example = blank }]) => [name, example]),
  ) as ValueOf<Fields>;

/** What a blank form shows. */
export const blankOf = <const Fields extends Content>(fields: Fields): ValueOf<Fields> =>
  Object.fromEntries(Object.entries(fields).map(([name, { blank }]) => [name, blank])) as ValueOf<Fields>;

/** Of a row, a form or an item, what these fields hold. */
export const pick = <Fields extends Content, Of extends { [Name in keyof Fields]?: unknown }>(
  fields: Fields,
  of: Of,
): Pick<Of, keyof Fields & keyof Of> =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, of[name]])) as Pick<Of, keyof Fields & keyof Of>;

/** The same with its texts as the server tidies them. */
export const tidyTexts = <Of extends object>(fields: Content & Record<string, Partial<TextRule>>, of: Of): Of => ({
  ...of,
  ...Object.fromEntries(
    Object.entries(of).map(([name, value]) => [name, fields[name]?.tidy ? fields[name].tidy(value) : value]),
  ),
});

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
