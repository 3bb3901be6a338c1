import * as z from 'zod/mini';
import { fieldTexts, hasUnwantedCharacters } from './text.ts';

/**
 * Wrong types and missing members get the same words as wrong contents: a message at the field, in
 * German.
 */
z.config({
  customError: (issue) => {
    if (issue.input === undefined || issue.input === null || issue.input === '')
      return fieldTexts.required;
    if (issue.code === 'too_small' && issue.origin === 'string')
      return fieldTexts.tooShort(Number(issue.minimum));
    if (issue.code === 'too_big' && issue.origin === 'string')
      return fieldTexts.tooLong(Number(issue.maximum));
    return fieldTexts.format;
  },
});

/** A string checked by a rule that returns the message or null. */
export const checked = (problem: (text: string) => string | null) =>
  z.string().check((payload) => {
    const message = problem(payload.value);
    if (message) payload.issues.push({ code: 'custom', message, input: payload.value });
  });

/** A string first brought into its kept form, then checked. */
export const tidied = (tidy: (text: string) => string, problem: (text: string) => string | null) =>
  z.pipe(z.pipe(z.string(), z.transform(tidy)), checked(problem));

/** A row number as the wire sends it: a number in bodies, digits in query strings. */
export const id = z.pipe(
  z.union([z.int(), z.string().check(z.regex(/^\d{1,15}$/))]),
  z.pipe(z.transform(Number), z.int().check(z.positive())),
);

/** Free text that is only looked up, never stored: bounded and without control characters. */
export const lookup = (max: number) =>
  checked((text) => (text.length > max || hasUnwantedCharacters(text) ? fieldTexts.format : null));

/**
 * The proof of work of calls that ask for one (`Action.proof`); the edge checks it, the handler
 * never looks.
 */
export const withProof = { proof: z.optional(z.string()) };

/**
 * Old clients send these members; the session alone says who is asking. The edge compares `user_id`
 * and the rest is ignored.
 */
export const withUser = { user_id: z.optional(id) };
