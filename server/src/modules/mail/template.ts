import { Body } from '@react-email/body';
import { Button } from '@react-email/button';
import { Container } from '@react-email/container';
import { Head } from '@react-email/head';
import { Hr } from '@react-email/hr';
import { Html } from '@react-email/html';
import { Link } from '@react-email/link';
import { Preview } from '@react-email/preview';
import { render } from '@react-email/render';
import { Section } from '@react-email/section';
import { Text } from '@react-email/text';
import { type CSSProperties, createElement as h, type ReactNode } from 'react';
import { LINKS } from '../../platform/html.ts';
import { type Addressed, UNSUBSCRIBE } from './render.ts';

/** The preview next to the subject; never a word of the content. */
export const PREHEADER = 'Die Einzelheiten stehen in der Nachricht.';

/** The colours of the design tokens, which mail programs cannot read. */
export const LIGHT = {
  canvas: '#faf6f6',
  surface: '#fffdfd',
  border: '#e7dfdf',
  text: '#38292b',
  muted: '#605153',
  link: '#8c1d37',
  brand: '#821c33',
  onBrand: '#fefbfb',
  velvet: '#531021',
};
export const DARK: typeof LIGHT = {
  canvas: '#140e0f',
  surface: '#1e1617',
  border: '#33292a',
  text: '#dfd9d9',
  muted: '#b1a6a6',
  link: '#f5a5a7',
  brand: '#a22942',
  onBrand: '#fffcfc',
  velvet: '#48111d',
};

const FONT = "'Hanken Grotesk', -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

/** Light colours are inline, because some programs drop the style sheet; it adds the rest. */
const STYLE = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .canvas, .canvas td { background-color: ${DARK.canvas} !important; }
  .sheet, .sheet td { background-color: ${DARK.surface} !important; }
  .sheet { border-color: ${DARK.border} !important; }
  .band, .band td { background-color: ${DARK.velvet} !important; }
  .text { color: ${DARK.text} !important; }
  .muted { color: ${DARK.muted} !important; }
  .link { color: ${DARK.link} !important; }
  .button { background-color: ${DARK.brand} !important; color: ${DARK.onBrand} !important; }
  .line { border-color: ${DARK.border} !important; }
}
@media (max-width: 480px) { .inside { padding: 24px 20px !important; } .button { display: block !important; text-align: center !important; } }
`;

const style = {
  canvas: { margin: 0, padding: '32px 12px', backgroundColor: LIGHT.canvas, fontFamily: FONT },
  sheet: {
    maxWidth: '560px',
    backgroundColor: LIGHT.surface,
    border: `1px solid ${LIGHT.border}`,
    borderRadius: '14px',
    borderCollapse: 'separate',
    overflow: 'hidden',
  },
  band: { backgroundColor: LIGHT.velvet, height: '6px', lineHeight: '6px', fontSize: '1px' },
  inside: { padding: '32px' },
  text: {
    margin: '0 0 16px',
    color: LIGHT.text,
    fontSize: '16px',
    lineHeight: '25px',
    overflowWrap: 'anywhere',
  },
  signature: { padding: '24px 0 0' },
  link: { color: LIGHT.link, textDecorationLine: 'underline' },
  button: {
    backgroundColor: LIGHT.brand,
    color: LIGHT.onBrand,
    borderRadius: '10px',
    padding: '14px 22px',
    fontSize: '16px',
    lineHeight: '20px',
    fontWeight: 600,
    textDecorationLine: 'none',
  },
  line: { margin: '28px 0 20px', borderTop: `1px solid ${LIGHT.border}` },
  muted: {
    margin: '0',
    color: LIGHT.muted,
    fontSize: '14px',
    lineHeight: '22px',
    overflowWrap: 'anywhere',
  },
} satisfies Record<string, CSSProperties>;

/** The HTML part: tables, one column, readable without its style sheet, no external resources. */
export const mailHtml = (content: Addressed): Promise<string> => render(page(content));

const page = ({ paragraphs, button, fallback, signature, unsubscribe }: Addressed) =>
  h(
    Html,
    { lang: 'de' },
    h(
      Head,
      null,
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      h('style', null, STYLE),
    ),
    h(
      Body,
      { className: 'canvas', style: style.canvas },
      h(Preview, null as never, PREHEADER),
      h(
        Container,
        { className: 'sheet', style: style.sheet },
        h(Section, { className: 'band', style: style.band }),
        h(
          Section,
          null,
          h(
            'div',
            { className: 'inside', style: style.inside },
            ...paragraphs.map(paragraph),
            button && callOf(button),
            signature &&
              h('div', { key: 'signature', style: style.signature }, paragraph(signature, 0)),
            button && addressOf(button, fallback),
            unsubscribe && endOf(unsubscribe),
          ),
        ),
      ),
    ),
  );

const paragraph = (text: string, index: number) =>
  h(
    Text,
    { key: index, className: 'text', style: style.text },
    ...text.split('\n').flatMap(lineOf),
  );

const lineOf = (line: string, index: number): ReactNode[] => [
  index > 0 && h('br', { key: `break ${index}` }),
  // Splitting by one group leaves the addresses at the odd indexes.
  ...line.split(LINKS).map((part, place) => (place % 2 ? linkTo(part, part) : part)),
];

const callOf = ({ label, url }: NonNullable<Addressed['button']>) =>
  h(
    'div',
    { key: 'button', style: { padding: '8px 0 0' } },
    h(Button, { href: url, className: 'button', style: style.button }, label),
  );

const addressOf = ({ url }: NonNullable<Addressed['button']>, fallback: string) =>
  h(
    'div',
    { key: 'address' },
    h(Hr, { className: 'line', style: style.line }),
    h(Text, { className: 'muted', style: style.muted }, fallback, h('br'), linkTo(url, url)),
  );

const endOf = (url: string) =>
  h(
    'div',
    { key: 'unsubscribe' },
    h(Hr, { className: 'line', style: style.line }),
    h(
      Text,
      { className: 'muted', style: style.muted },
      UNSUBSCRIBE.why,
      h('br'),
      linkTo(url, UNSUBSCRIBE.label),
    ),
  );

const linkTo = (href: string, label: string) =>
  h(Link, { key: href, href, className: 'link', style: style.link }, label);
