import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { englishWords } from '@samtrot/shared/testing/english.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
/** Pages, mails, PDF, CSV, error answers, command line, partner website. */
const FOLDERS = [
  'web/src',
  'shared/src',
  'server/src',
  'partner-kit/src',
  'partner-site/src',
  'ad-view/src',
];
const NO_PRODUCT = /\.test\.tsx?$|\/testing\/|\/seed\//;

type Tree = null | { type?: string; [key: string]: unknown };

/** Every string, template and text of markup; a place of a template is an ellipsis. */
function textsOf(name: string, source: string): string[] {
  const texts: string[] = [];
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(walk);
    if (node === null || typeof node !== 'object' || Array.isArray(node)) return;
    const { type, ...rest } = node as NonNullable<Tree>;
    if (type === 'ImportDeclaration' || type === 'TSLiteralType') return;
    if (type === 'Literal' && typeof rest.value === 'string') texts.push(rest.value);
    if (type === 'JSXText') texts.push((rest.value as string).replace(/\s+/g, ' ').trim());
    if (type === 'TemplateLiteral')
      texts.push(
        (rest.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('…'),
      );
    Object.values(rest).forEach(walk);
  };
  walk(parseSync(name, source).program);
  return texts;
}

const sources = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name}`)
    .filter((name) => /\.tsx?$/.test(name) && !NO_PRODUCT.test(name)),
);
const read = (name: string) => readFileSync(join(ROOT, name), 'utf8');
/** What begins like a sentence or has more than one word; not the codes of the wire. */
const isText = (text: string) =>
  /^[«A-ZÄÖÜ…]|\p{L} /u.test(text) && englishWords(text).length === 0;
const all = new Map(
  sources.map((name) => [name, textsOf(name, read(name)).filter(isText)] as const),
);
const html = readdirSync(join(ROOT, 'web')).filter((name) => name.endsWith('.html'));
for (const name of html) all.set(`web/${name}`, [read(`web/${name}`)]);

/** The right column of the first table of section 11, with what the table itself excepts. */
const WORDS: Record<string, { never: RegExp; except?: RegExp }> = {
  Bearbeiten: { never: /Details anzeigen/ },
  'Guthaben danach': { never: /Verbleibende\w* Guthaben/, except: /banners\/step-order/ },
  inbegriffen: { never: /\binklusive\b/i },
  'Wo dein Inserat steht': { never: /Zustellung|\bBereit\b|\bGeliefert\b|\bgemeldet\b/ },
  Ansehen: { never: /Dort ansehen/ },
  'Bisher geschenkt': { never: /Bonus erhalten/ },
  Erinnern: { never: /Ablauf-Erinnerung/ },
  'E-Mails zu Inseraten und Guthaben': { never: /Nachrichten ausschalten/ },
  'Dein Entwurf ist noch nicht fertig': { never: /Entwurf .*wartet/ },
  'Gib E-Mail und Passwort ein.': { never: /Noch … Punkte? offen|Punkte? offen/ },
  'In einer Minute bereit.': { never: /Du brauchst nur eine/ },
  'Das hat nicht geklappt.': { never: /Diese Anfrage gibt es|nicht lesbar/ },
  'Oder such in': { never: /in einem anderen Reiter/ },
  'Webseite, Inserat, Guthaben, Extra, gesperrt': {
    never: /\b(?:Ads?|Wallets?|Boosts?|Slots?)\b|\bangehalten\b/,
  },
  zu_gross: { never: /ß/ },
};
/** Messages that the specification quotes, to the letter (ERR-087, ERR-093). */
const QUOTED = [
  'Ein oder mehrere Bilder sind zu groß. Maximal 10MB pro Bild erlaubt.',
  'Ein oder mehrere Videos sind zu groß. Maximal 400MB pro Video erlaubt.',
];

/** The right column of the second table, in what people read: two words at least. */
const SHAPES: Record<string, RegExp> = {
  Credits: /\d Cr\.|…\s?Cr\.|(?:^|[\s(])[+−-]\d+ Credits/,
  francs: /CHF \d+,\d|\bFr\.\s?[\d…]/,
  decimals: /\d,\d+\s?(?:-mal|%|MB|Credits)|\d%|(?<! )…%|\/ Std\./,
  thousands: /(?<![\d.-])\d{1,3}\.\d{3}(?![\d.])|(?<!\d)\d \d{3} (?:Credits|Inserate)/,
  time: /\d{2}:\d{2} Uhr|\d\.\d\d Uhr/,
  duration: /[…\d] (?:s|min|h)\b/,
  counts: /\d\/\d|(?<![\w:/])…\/…(?![\w:/…?])|\b1 Inserate\b/,
};

const NO_SENTENCE = /^\S*$|^<path |[{}]|^M\d|^bytes |\n/;
/** Files that write no German text that somebody reads. */
const MACHINES =
  /ui\/(?:field|file-links|runtime-bar)\.|server\/src\/(?:platform|adapters|app\/(?:openapi|build|dispatch))|media\/photo|(?:mail|topups)\/\w*-?store|media\/serve/;

const found = (of: RegExp, except?: RegExp) =>
  [...all].flatMap(([name, texts]) =>
    except?.test(name)
      ? []
      : texts
          .filter((text) => of.test(text) && !QUOTED.includes(text))
          .map((text) => `${name}: ${text.slice(0, 160)}`),
  );

test('the texts of every surface are collected [EXP-116, EXP-117]', () => {
  const texts = nonEmpty([...all.values()].flat());
  expect(texts.length).toBeGreaterThan(5_000);
  for (const known of [
    'Erinnern, bevor ein Inserat abläuft',
    'Diese E-Mail-Adresse ist bereits registriert.',
    'Zahlungsart',
  ])
    expect(texts, known).toContain(known);
});

test.each(Object.entries(WORDS))('in place of «%s» no other word is used [EXP-116]', (_, words) => {
  expect(found(words.never, words.except)).toEqual([]);
});

test.each(Object.entries(SHAPES))('%s have no wrong shape in any text [EXP-117]', (_, shape) => {
  const texts = found(shape, MACHINES);
  expect(texts.filter((text) => !NO_SENTENCE.test(text.slice(text.indexOf(': ') + 2)))).toEqual([]);
});

/** Amounts for machines (e-banking, CSV, QR-bill), and the API page, which is English. */
const NOT_SHOWN = [
  'partner-kit/src/visitors.ts',
  'web/src/features/guthaben/transfer-panel.tsx',
  'server/src/platform/csv.ts',
  'server/src/app/openapi/markdown.ts',
  'server/src/adapters/payments/bank/slip.ts',
];

test('numbers and times get their shape in one module alone [EXP-117]', () => {
  const own = /kernel\/(?:format|time)\.ts$/;
  const shaping = /toLocale\w*String\(|Intl\.(?:NumberFormat|DateTimeFormat)|\.toFixed\(/;
  const others = sources.filter((name) => !own.test(name) && shaping.test(read(name)));
  expect(others.toSorted()).toEqual(NOT_SHOWN.toSorted());
});
