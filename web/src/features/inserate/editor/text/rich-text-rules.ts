import { ALIGN_CLASSES, ALIGNED_TAGS } from '@samtrot/shared/inserate/html.ts';
import { Extension } from '@tiptap/core';
import StarterKit from '@tiptap/starter-kit';

type AlignClass = (typeof ALIGN_CLASSES)[number];

/**
 * The alignment in a style of another program; left and anything unknown is the default
 * without saying so.
 */
const alignOfStyle = (style: string): AlignClass | null =>
  (({ center: 'align-center', right: 'align-right', end: 'align-right' }) as const)[style] ?? null;

/** How a block is aligned, as a class: the content policy allows no styles (EDI-51). */
const Align = Extension.create({
  name: 'align',
  addGlobalAttributes: () => [
    {
      types: ['paragraph', 'heading'],
      attributes: {
        align: {
          default: null,
          parseHTML: (element: HTMLElement) =>
            ALIGN_CLASSES.find((name) => element.classList.contains(name)) ??
            alignOfStyle(element.style.textAlign),
          renderHTML: ({ align }: { align?: AlignClass | null }) => (align ? { class: align } : {}),
        },
      },
    },
  ],
});

/** Headings of the editor: those of `ALIGNED_TAGS`. */
export const HEADING_LEVELS = ALIGNED_TAGS.filter((tag) => tag !== 'p').map(
  (tag) => Number(tag.slice(1)) as 1 | 2 | 3,
);

/**
 * Knows the tags of a description and no other: whatever else is typed or pasted falls away
 * (EDI-52).
 */
export const DESCRIPTION_EXTENSIONS = [
  StarterKit.configure({
    heading: { levels: HEADING_LEVELS },
    blockquote: false,
    code: false,
    codeBlock: false,
    dropcursor: false,
    gapcursor: false,
    horizontalRule: false,
    link: false,
    strike: false,
    // It would end every text that closes with a heading in an empty paragraph.
    trailingNode: false,
  }),
  Align,
];

/** Smaller headings of other programs become the smallest of ours. */
export const withOurHeadings = (html: string): string => html.replace(/(<\/?)h[4-6]\b/gi, '$1h3');
