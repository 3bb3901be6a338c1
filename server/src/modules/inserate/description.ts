import {
  ALIGN_CLASSES,
  ALIGNED_TAGS,
  asHtml,
  DESCRIPTION_TAGS,
  plainText,
} from '@samtrot/shared/inserate/html.ts';
import sanitize from 'sanitize-html';

const RULES: sanitize.IOptions = {
  allowedTags: [...DESCRIPTION_TAGS],
  allowedAttributes: Object.fromEntries(ALIGNED_TAGS.map((tag) => [tag, ['class']])),
  allowedClasses: Object.fromEntries(ALIGNED_TAGS.map((tag) => [tag, [...ALIGN_CLASSES]])),
  // What other programs write for the same thing.
  transformTags: { b: 'strong', i: 'em', div: 'p', h4: 'h3', h5: 'h3', h6: 'h3' },
  disallowedTagsMode: 'discard',
  allowedSchemes: [],
  // Deeper than anybody writes; a page of thousands of nested lists is hard on whoever shows it.
  nestingLimit: 20,
};

/**
 * A description as it is kept and given away: the few tags of the editor and nothing else (EDI-52).
 * A plain text becomes paragraphs.
 */
export function cleanDescription(typed: string): string {
  const html = /<[a-z!/]/i.test(typed) ? sanitize(typed, RULES) : asHtml(typed);
  return plainText(html) === '' ? '' : html;
}

const KEPT_TAGS = new RegExp(
  `</?(?:${DESCRIPTION_TAGS.join('|')}) ?/?>|<(?:${ALIGNED_TAGS.join('|')}) class="(?:${ALIGN_CLASSES.join('|')})">`,
  'g',
);

/**
 * A description as it may be given away, whatever wrote the row. What holds nothing but the tags as
 * `cleanDescription` writes them is passed on as it is: that is told in microseconds, and a list is
 * made of dozens.
 */
export const readDescription = (kept: string): string =>
  kept.replace(KEPT_TAGS, '').includes('<') ? cleanDescription(kept) : kept;
