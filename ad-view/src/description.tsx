import { createElement, Fragment, type ReactNode } from 'react';

/** The tags a description may contain, as documented by the delivery API. */
const TAGS = ['p', 'br', 'h1', 'h2', 'h3', 'strong', 'em', 'u', 'ul', 'ol', 'li'] as const;
const CLASSES = ['align-center', 'align-right'];

type Tag = (typeof TAGS)[number];

interface Open {
  tag: Tag | null;
  className?: string | undefined;
  children: ReactNode[];
}

const TAG = /<(\/?)([a-z][a-z0-9]*)(?: class="([a-z-]+)")? ?\/?>/g;
/** Limit of nesting; no valid description reaches it. */
const MAX_DEPTH = 20;
/** The page has its own `h1`; headings of the text start at `h2`. */
const SHOWN_AS: Partial<Record<Tag, string>> = { h1: 'h2', h2: 'h3', h3: 'h4' };
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: '\u00a0',
};

/**
 * The formatted text of an ad. The portal sends sanitised HTML; even so, this site builds its own
 * elements from an allowlist of tags and renders everything else as text.
 */
export function Description({ html }: { html: string }) {
  return <div className="prose desc">{elements(html)}</div>;
}

function elements(html: string): ReactNode {
  const stack: Open[] = [{ tag: null, children: [] }];
  const top = () => stack.at(-1)!;
  const close = () => {
    const { tag, className, children } = stack.pop()!;
    const { children: around } = top();
    around.push(
      createElement(SHOWN_AS[tag!] ?? tag!, { key: around.length, className }, ...children),
    );
  };
  const text = (raw: string) => {
    if (raw) top().children.push(raw.replace(/&([a-z]+|#\d{1,7});/g, decoded));
  };
  let at = 0;
  for (const { 0: whole, 1: slash, 2: name, 3: className, index } of html.matchAll(TAG)) {
    const tag = TAGS.find((known) => known === name);
    if (!tag) continue;
    text(html.slice(at, index));
    at = index + whole.length;
    if (tag === 'br') top().children.push(<br key={top().children.length} />);
    else if (slash) {
      const opened = stack.findLastIndex((open) => open.tag === tag);
      while (opened > 0 && stack.length > opened) close();
    } else if (stack.length < MAX_DEPTH) {
      stack.push({ tag, className: CLASSES.find((known) => known === className), children: [] });
    }
  }
  text(html.slice(at));
  while (stack.length > 1) close();
  return <Fragment>{stack[0]!.children}</Fragment>;
}

function decoded(whole: string, name: string): string {
  if (!name.startsWith('#')) return ENTITIES[name] ?? whole;
  const code = Number(name.slice(1));
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
}
