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
  // Equivalents that other editors paste.
  transformTags: { b: 'strong', i: 'em', div: 'p', h4: 'h3', h5: 'h3', h6: 'h3' },
  disallowedTagsMode: 'discard',
  allowedSchemes: [],
  // Deeper than any real text; thousands of nested lists would block a browser.
  nestingLimit: 20,
};

/** Sanitized HTML: only the tags of the editor (EDI-52). Plain text becomes paragraphs. */
export function cleanDescription(typed: string): string {
  const html = /<[a-z!/]/i.test(typed) ? sanitize(typed, RULES) : asHtml(typed);
  return plainText(html) === '' ? '' : html;
}

const KEPT_TAGS = new RegExp(
  `</?(?:${DESCRIPTION_TAGS.join('|')}) ?/?>|` +
    `<(?:${ALIGNED_TAGS.join('|')}) class="(?:${ALIGN_CLASSES.join('|')})">`,
  'g',
);

/**
 * Sanitized HTML of a stored row. What holds only tags as `cleanDescription` writes them is
 * returned unchanged, which is much faster for lists of dozens.
 */
export const readDescription = (kept: string): string =>
  kept.replace(KEPT_TAGS, '').includes('<') ? cleanDescription(kept) : kept;
