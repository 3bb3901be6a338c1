import type * as z from 'zod/mini';
import { tidyLine, tidyText } from './text.ts';

// Apart from the schemas: pages read this data of a contract, and none of them loads what checks
// it.

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
  /** The database holds it as a ciphertext (ACC-50). */
  readonly contact?: true;
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

/** One line, or several. */
export const TIDY = { line: tidyLine, text: tidyText };

/** Of texts: how one is normalized, and the characters that publishing requires and allows. */
export interface TextRule {
  readonly tidy: keyof typeof TIDY;
  readonly length: { readonly min: number; readonly max: number };
}

type Delivered<Fields extends Content> = {
  [Name in keyof Fields as Fields[Name] extends { delivered: true } ? Name : never]: Fields[Name];
};

/** The fields that partner websites get as they are written. */
export const deliveredIn = <const Fields extends Content>(fields: Fields): Delivered<Fields> =>
  Object.fromEntries(
    Object.entries(fields).filter(([, { delivered }]) => delivered),
  ) as Delivered<Fields>;

/** Of a row, a form or an item, what these fields hold. */
export const pick = <Fields extends Content, Of extends { [Name in keyof Fields]?: unknown }>(
  fields: Fields,
  of: Of,
): Pick<Of, keyof Fields & keyof Of> =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, of[name]])) as Pick<
    Of,
    keyof Fields & keyof Of
  >;

/** The same with its texts as the server tidies them. */
export const tidyTexts = <Of extends object>(
  fields: Content & Record<string, Partial<TextRule>>,
  of: Of,
): Of => ({
  ...of,
  ...Object.fromEntries(
    Object.entries(of).map(([name, value]) => {
      const { tidy } = fields[name] ?? {};
      return [name, tidy ? TIDY[tidy](value) : value];
    }),
  ),
});
