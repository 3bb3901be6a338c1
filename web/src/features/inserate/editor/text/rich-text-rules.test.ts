import { ALIGN_CLASSES, DESCRIPTION_TAGS } from '@samtrot/shared/inserate/html.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { getSchema } from '@tiptap/core';
import { expect, test } from 'vitest';
import { DESCRIPTION_EXTENSIONS, HEADING_LEVELS, withOurHeadings } from './rich-text-rules.ts';

const schema = getSchema(DESCRIPTION_EXTENSIONS);

test('the editor writes the tags of a description and no other [EDI-51, EDI-52]', () => {
  const blocks = Object.values(schema.nodes).filter(
    ({ name }) => name !== 'doc' && name !== 'text',
  );
  const tags = [
    ...blocks.map((type) => tagOf(type.spec.toDOM!(type.create({ level: 1 })))),
    ...Object.values(schema.marks).map((type) => tagOf(type.spec.toDOM!(type.create(), true))),
    ...HEADING_LEVELS.map((level) => tagOf(heading({ level }))),
  ];
  expect([...new Set(tags)].sort()).toEqual([...DESCRIPTION_TAGS].sort());
});

test('an alignment is a class, never a style, and left has none [EDI-51]', () => {
  for (const align of nonEmpty(ALIGN_CLASSES)) {
    expect(heading({ level: 2, align })).toEqual(['h2', { class: align }, 0]);
    const paragraph = schema.nodes.paragraph!;
    expect(paragraph.spec.toDOM!(paragraph.create({ align }))).toEqual(['p', { class: align }, 0]);
  }
  expect(heading({ level: 1 })).toEqual(['h1', {}, 0]);
});

test('smaller pasted headings become the smallest of the editor [EDI-52]', () => {
  expect(withOurHeadings('<h4 id="a">Preise</h4><H6>x</H6><h2>y</h2>')).toBe(
    '<h3 id="a">Preise</h3><h3>x</h3><h2>y</h2>',
  );
});

function heading(attributes: object): unknown {
  const type = schema.nodes.heading!;
  return type.spec.toDOM!(type.create({ ...attributes }));
}

const tagOf = (rendered: unknown): string => (rendered as [string])[0];
