import { hoursText } from '@samtrot/shared/texts/hours-rules.ts';
import {
  type Block,
  factsOf,
  type Inline,
  markupOf,
  questionsOf,
  wordsOf,
} from '@samtrot/shared/texts/markup-rules.ts';
import { type TextId, textKind } from '@samtrot/shared/texts/rules.ts';
import sanitize from 'sanitize-html';
import { escapeHtml } from '../../platform/html.ts';
import { ICONS } from './icons.ts';
import type { Value, Values } from './values.ts';

const RULES: sanitize.IOptions = {
  allowedTags: [
    ...['div', 'section', 'nav', 'article', 'h1', 'h2', 'h3', 'p', 'ol', 'ul', 'li', 'dl', 'dt'],
    ...['dd', 'a', 'strong', 'code', 'address', 'br', 'span'],
  ],
  allowedAttributes: { '*': ['class', 'id', 'aria-label', 'aria-labelledby'], a: ['href'] },
  allowedSchemes: ['https', 'mailto', 'tel'],
  allowProtocolRelative: false,
};

const plain = (value: Value): string => {
  if (typeof value === 'string') return escapeHtml(value);
  return 'html' in value ? value.html : value.map(escapeHtml).join(' ');
};

/** A phone number is dialled by its digits. */
const linkValue = (href: string, value: Value): string =>
  href.startsWith('tel:') ? plain(value).replace(/[^+\d]/g, '') : plain(value);

function inlineHtml(inside: readonly Inline[], values: Values): string {
  const one = (part: Inline): string => {
    switch (part.kind) {
      case 'text':
        return escapeHtml(part.text);
      case 'code':
        return `<code>${escapeHtml(part.text)}</code>`;
      case 'value':
        return part.name in values ? plain(values[part.name as keyof Values]) : '';
      case 'strong':
        return `<strong>${inlineHtml(part.inside, values)}</strong>`;
      case 'link': {
        const href = escapeHtml(part.href).replace(/\{([a-z_]+)\}/g, (_, name: string) =>
          name in values ? linkValue(part.href, values[name as keyof Values]) : '',
        );
        return `<a class="link" href="${href}">${inlineHtml(part.inside, values)}</a>`;
      }
    }
  };
  return inside.map(one).join('');
}

/** What a placeholder brings that is alone in its entry or paragraph. */
function aloneIn(inside: readonly Inline[], values: Values): Value | undefined {
  const [only, ...others] = inside;
  if (others.length > 0 || only?.kind !== 'value') return undefined;
  return values[only.name as keyof Values];
}

const several = (value: Value | undefined): value is readonly string[] =>
  typeof value === 'object' && !('html' in value);

function blockHtml(block: Block, values: Values): string {
  const html = (inside: readonly Inline[]) => inlineHtml(inside, values);
  switch (block.kind) {
    case 'heading':
      return `<h3>${html(block.inside)}</h3>`;
    case 'list': {
      const items = block.items.flatMap((item) => {
        const alone = aloneIn(item, values);
        return several(alone) ? alone.map(escapeHtml) : [html(item)];
      });
      return `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;
    }
    case 'facts':
      return `<dl class="legal-facts">${block.facts
        .map(({ term, fact }) => `<dt>${html(term)}</dt><dd>${html(fact)}</dd>`)
        .join('')}</dl>`;
    case 'paragraph': {
      const alone = aloneIn(block.inside, values);
      if (several(alone)) return alone.map((text) => `<p>${escapeHtml(text)}</p>`).join('');
      if (typeof alone === 'object' && 'html' in alone && alone.block) return alone.html;
      return `<p>${html(block.inside)}</p>`;
    }
  }
}

/** The end of a page: since when its text is valid, and other versions. */
export interface Foot {
  /** `Gültig ab 1.12.2026` */
  valid: string;
  links: readonly { href: string; label: string }[];
}

const footHtml = ({ valid, links }: Foot): string => {
  const shown = links.map(
    ({ href, label }) => `<li><a class="link" href="${href}">${escapeHtml(label)}</a></li>`,
  );
  return [
    `<p class="sm muted">${escapeHtml(valid)}</p>`,
    shown.length > 0 ? `<ul class="sm">${shown.join('')}</ul>` : '',
  ].join('');
};

/** The title alone, for the tab of a browser. */
export const titleOf = (content: string): string => markupOf(content).title;

/** Blocks alone, sanitised. */
const clean = (blocks: readonly Block[], values: Values): string =>
  sanitize(blocks.map((block) => blockHtml(block, values)).join(''), RULES);

/**
 * Questions that open one by one, by what they are about. They are the browser's own and need no
 * script.
 */
function questionsHtml(content: string, values: Values): string {
  const entry = ({ question, answer }: ReturnType<typeof questionsOf>['questions'][number]) =>
    `<details><summary><span>${sanitize(inlineHtml(question, values), RULES)}</span>${ICONS.open}</summary>` +
    `<div class="faq-answer">${clean(answer, values)}</div></details>`;
  const groups = markupOf(content).sections.map(
    (section) =>
      `<section aria-label="${escapeHtml(section.title)}"><h3 class="h3">${escapeHtml(section.title)}</h3>` +
      `<div class="faq">${questionsOf(section).questions.map(entry).join('')}</div></section>`,
  );
  return `<div class="faq-groups">${groups.join('')}</div>`;
}

const noteHtml = (content: string, values: Values): string => {
  const { title, lead } = markupOf(content);
  return `<p><strong>${escapeHtml(title)}</strong></p>${clean(lead, values)}`;
};

/**
 * How the house is reached: each line with its icon. `{buerozeiten}` stands for the lines of the
 * office hours.
 */
function contactHtml(content: string, values: Values, hours: string): string {
  const line = (icon: string, term: string, fact: string) =>
    `<li>${icon}<div><span class="sm muted">${term}</span><span class="num">${fact}</span></div></li>`;
  const linesOf = (text: string, own?: string): string[] =>
    (factsOf(markupOf(text)) ?? []).flatMap((one) => {
      if ('value' in one)
        return one.value === 'buerozeiten' && !own ? linesOf(hours, ICONS.hours) : [];
      const icon = own ?? ICONS.of(wordsOf(one.term));
      const html = (inside: readonly Inline[]) => sanitize(inlineHtml(inside, values), RULES);
      return [line(icon, html(one.term), html(one.fact))];
    });
  return `<ul class="contact-info">${linesOf(content).join('')}</ul>`;
}

interface Shown {
  foot: Foot;
  /** The office hours that are valid. */
  hours: string;
}

/** A text as its page shows it. Sanitised. */
export function textHtml(text: TextId, content: string, values: Values, of: Shown): string {
  const known = { ...values, buerozeiten: hoursText(of.hours) };
  if (text === 'hours') return contactHtml('{buerozeiten}', known, content);
  switch (textKind(text).form) {
    case 'document':
      return documentHtml(content, known, of.foot);
    case 'questions':
      return questionsHtml(content, known);
    case 'note':
      return noteHtml(content, known);
    case 'facts':
      return text === 'contact' ? contactHtml(content, known, of.hours) : '';
    case 'plain':
      return '';
  }
}

/** A long text with its table of contents, which lies beside it where there is room. Sanitised. */
function documentHtml(content: string, values: Values, foot: Foot): string {
  const { title, lead, sections } = markupOf(content);
  const blocks = (list: readonly Block[]) => list.map((block) => blockHtml(block, values)).join('');
  const html = [
    '<div class="legal-page"><div class="page-head"><div>',
    `<h1 class="h1">${escapeHtml(title)}</h1>${blocks(lead)}</div></div>`,
    '<div class="legal-grid"><nav class="legal-toc" aria-label="Inhalt"><ol>',
    ...sections.map((one) => `<li><a href="#${one.id}">${escapeHtml(one.title)}</a></li>`),
    '</ol></nav><article class="legal-text">',
    ...sections.map(
      (one, at) =>
        `<section id="${one.id}" aria-labelledby="${one.id}-titel"><h2 class="h3" id="${one.id}-titel">` +
        `<span class="num">${at + 1}</span> ${escapeHtml(one.title)}</h2>${blocks(one.blocks)}</section>`,
    ),
    footHtml(foot),
    '</article></div></div>',
  ].join('');
  return sanitize(html, RULES);
}
