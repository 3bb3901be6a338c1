/**
 * The subset of Markdown that texts of the house are written in: `#` title, `##` and `###`
 * headings, paragraphs, `-` lists, terms with `: ` facts, `**strong**`, `` `code` ``,
 * `[links](/kontakt)` and `{placeholders}`. HTML is text like any other.
 */
export type Inline =
  | { kind: 'text' | 'code'; text: string }
  | { kind: 'value'; name: string }
  | { kind: 'strong'; inside: Inline[] }
  | { kind: 'link'; href: string; inside: Inline[] };

export type Block =
  | { kind: 'paragraph'; inside: Inline[] }
  | { kind: 'heading'; inside: Inline[] }
  | { kind: 'list'; items: Inline[][] }
  | { kind: 'facts'; facts: Fact[] };

export interface Section {
  /** Its anchor. */
  id: string;
  title: string;
  blocks: Block[];
}

export interface Markup {
  title: string;
  /** Before the first section. */
  lead: Block[];
  sections: Section[];
}

const TOKEN = /\*\*(.+?)\*\*|`([^`\n]+)`|\[([^\][\n]+)\]\(([^)\s]*)\)|\{([a-z_]+)\}/;

export function inlineOf(text: string): Inline[] {
  const parts: Inline[] = [];
  let rest = text;
  for (let found = TOKEN.exec(rest); found; found = TOKEN.exec(rest)) {
    if (found.index > 0) parts.push({ kind: 'text', text: rest.slice(0, found.index) });
    const [all, strong, code, label, href, name] = found;
    if (strong !== undefined) parts.push({ kind: 'strong', inside: inlineOf(strong) });
    else if (code !== undefined) parts.push({ kind: 'code', text: code });
    else if (label !== undefined)
      parts.push({ kind: 'link', href: href!, inside: inlineOf(label) });
    else parts.push({ kind: 'value', name: name! });
    rest = rest.slice(found.index + all.length);
  }
  return rest === '' ? parts : [...parts, { kind: 'text', text: rest }];
}

const joined = (lines: readonly string[]) => lines.map((line) => line.trim()).join(' ');

function blockOf(lines: string[]): Block[] {
  const first = lines[0]!;
  if (first.startsWith('### ')) {
    const rest = lines.slice(1);
    const heading: Block = { kind: 'heading', inside: inlineOf(first.slice(4).trim()) };
    return rest.length > 0 ? [heading, ...blockOf(rest)] : [heading];
  }
  if (lines.every((line) => line.startsWith('- ')))
    return [{ kind: 'list', items: lines.map((line) => inlineOf(line.slice(2).trim())) }];
  if (lines.length === 2 && lines[1]!.startsWith(': '))
    return [
      {
        kind: 'facts',
        facts: [{ term: inlineOf(first.trim()), fact: inlineOf(lines[1]!.slice(2).trim()) }],
      },
    ];
  return [{ kind: 'paragraph', inside: inlineOf(joined(lines)) }];
}

/** Facts that follow each other are one list of them. */
function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  for (const part of text.split(/\n{2,}/)) {
    const lines = part.split('\n').filter((line) => line.trim() !== '');
    if (lines.length === 0) continue;
    for (const block of blockOf(lines)) {
      const last = blocks.at(-1);
      if (block.kind === 'facts' && last?.kind === 'facts') last.facts.push(...block.facts);
      else blocks.push(block);
    }
  }
  return blocks;
}

const idOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/ä/g, 'ae')
    .replace(/ö/g, 'oe')
    .replace(/ü/g, 'ue')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** A section names its anchor, `## Haftung {#haftung}`, or has one by its title. */
function sectionOf(text: string): Section {
  const [, heading, body] = /([^\n]*)\n?([\s\S]*)/.exec(text)!;
  const [, title, id] = /(.*?)(?:\{#([a-z0-9-]+)\})?\s*$/.exec(heading!)!;
  return { id: id ?? idOf(title!), title: title!.trim(), blocks: blocksOf(body!) };
}

export function markupOf(text: string): Markup {
  const [head, ...sections] = `\n${text}`.split(/\n## /);
  const [, title = '', lead] = /\n?(?:# ([^\n]*)\n?)?([\s\S]*)/.exec(head!)!;
  return { title: title.trim(), lead: blocksOf(lead!), sections: sections.map(sectionOf) };
}

export interface Asked {
  question: Inline[];
  answer: Block[];
}

/**
 * A section of questions: each a heading with what follows; `before` says whether something stands
 * above the first.
 */
export function questionsOf({ blocks }: Section): { before: boolean; questions: Asked[] } {
  const questions: Asked[] = [];
  for (const block of blocks)
    if (block.kind === 'heading') questions.push({ question: block.inside, answer: [] });
    else questions.at(-1)?.answer.push(block);
  return { before: blocks.length > 0 && blocks[0]!.kind !== 'heading', questions };
}

export interface Fact {
  term: Inline[];
  fact: Inline[];
}

/**
 * The lines of a text of facts: a fact, or a placeholder that stands for several; null if something
 * else is in it.
 */
export function factsOf({ title, lead, sections }: Markup): (Fact | { value: string })[] | null {
  if (title !== '' || sections.length > 0 || lead.length === 0) return null;
  const lines: (Fact | { value: string })[] = [];
  for (const block of lead) {
    if (block.kind === 'facts') {
      lines.push(...block.facts);
      continue;
    }
    if (block.kind !== 'paragraph') return null;
    const [only, ...others] = block.inside;
    if (only?.kind !== 'value' || others.length > 0) return null;
    lines.push({ value: only.name });
  }
  return lines;
}

/** The words of a part without its markup; placeholders are left out. */
export const wordsOf = (inside: readonly Inline[]): string =>
  inside
    .map((part) => {
      if ('inside' in part) return wordsOf(part.inside);
      return 'text' in part ? part.text : '';
    })
    .join('');

const allInlines = (block: Block): Inline[] => {
  if (block.kind === 'list') return block.items.flat();
  if (block.kind === 'facts') return block.facts.flatMap(({ term, fact }) => [...term, ...fact]);
  return block.inside;
};

const within = (inline: Inline): Inline[] =>
  'inside' in inline ? [inline, ...inline.inside.flatMap(within)] : [inline];

/** Every part of a text, in order. */
export const partsOf = ({ lead, sections }: Markup): Inline[] =>
  [...lead, ...sections.flatMap(({ blocks }) => blocks)].flatMap(allInlines).flatMap(within);

const HREF = /^(\/(?!\/)|#|mailto:|tel:|https:\/\/)\S+$|^\/$/;

/**
 * Whether a link leads where links of the house may: into the portal, by mail or phone, or
 * encrypted.
 */
export const isLink = (href: string): boolean => HREF.test(href);

/** The placeholders of a text, also those in its links. */
export const valuesIn = (markup: Markup): string[] =>
  partsOf(markup).flatMap((part) => {
    if (part.kind === 'value') return [part.name];
    return part.kind === 'link'
      ? [...part.href.matchAll(/\{([a-z_]+)\}/g)].map(([, name]) => name!)
      : [];
  });
