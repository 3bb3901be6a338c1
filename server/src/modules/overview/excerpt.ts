import { EXCERPT_LENGTH, LONGEST_SIGN } from '@samtrot/shared/overview/excerpt-rules.ts';

/** Made with the first long text: it takes longer to load than any module. */
let signs: Intl.Segmenter | undefined;

/** The beginning of a plain text, at most 160 characters, none of them cut through (EXP-07). */
export function excerptOf(text: string): string {
  if (text.length <= EXCERPT_LENGTH) return text;
  let end = 0;
  for (let count = 0; count < EXCERPT_LENGTH && end < text.length; count++)
    end += text.codePointAt(end)! > 0xffff ? 2 : 1;
  if (end >= text.length) return text;
  signs ??= new Intl.Segmenter('de-CH');
  const begin = signs.segment(text.slice(0, end + 2 * LONGEST_SIGN)).containing(end)!.index;
  return text.slice(0, [...text.slice(begin, end)].length < LONGEST_SIGN ? begin : end);
}
