import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = import.meta.dirname;
const MAX_LINES = 300;
/** Written by hand: of the portal with all that is shared, and of the back office. */
const MOST_TOGETHER = { portal: 6808, house: 1601 };

const files = readdirSync(ROOT, { recursive: true, encoding: 'utf8' });
const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const sheets = files.filter((file) => file.endsWith('.css'));
const modules = files.filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));
const linesOf = (file: string) => textOf(file).trimEnd().split('\n').length;

test('a style sheet has at most 300 lines', () => {
  expect(sheets.length).toBeGreaterThan(50);
  expect(sheets.filter((sheet) => linesOf(sheet) > MAX_LINES)).toEqual([]);
});

test('the style sheets of the portal and of the back office stay within their lines', () => {
  const together = { portal: 0, house: 0 };
  for (const sheet of sheets)
    together[/^(betrieb|partner)\//.test(sheet) ? 'house' : 'portal'] += linesOf(sheet);
  expect(together.house).toBeGreaterThan(0);
  const remedy =
    'wear classes of ui, layout.css and parts.css, or raise MOST_TOGETHER by what is new';
  expect(together.portal, remedy).toBeLessThanOrEqual(MOST_TOGETHER.portal);
  expect(together.house, remedy).toBeLessThanOrEqual(MOST_TOGETHER.house);
});

test('focus looks like focus, never like an error', () => {
  const rules = sheets.flatMap((sheet) => [...textOf(sheet).matchAll(/([^{}]+)\{([^{}]*)\}/g)]);
  const focused = rules.filter(([, selector]) => /:focus|data-focused/.test(selector!));
  expect(focused.length).toBeGreaterThan(3);
  const wrong = focused.filter(([, , body]) => body!.includes('--danger'));
  expect(wrong.map(([, selector]) => selector!.trim())).toEqual([]);
});

test('a class of a style sheet is worn by a component', () => {
  const unused = sheets.flatMap((sheet) =>
    classesOf(sheet)
      .filter((name) => !isWorn(name))
      .map((name) => `${sheet} .${name}`),
  );
  expect(unused).toEqual([]);
});

test('a style sheet is imported by a module or a sheet', () => {
  const imported = new Set(files.filter((file) => /\.(tsx?|css)$/.test(file)).flatMap(importsOf));
  expect(sheets.filter((sheet) => !imported.has(sheet))).toEqual([]);
});

test('a class has its own rules in one sheet, so that no order of sheets matters', () => {
  const homes = new Map<string, Set<string>>();
  for (const sheet of sheets) {
    for (const selector of selectorsOf(sheet)) {
      if (/^\.[\w-]+$/.test(selector))
        homes.set(selector, (homes.get(selector) ?? new Set()).add(sheet));
    }
  }
  expect(homes.size).toBeGreaterThan(400);
  expect(
    [...homes].filter(([, home]) => home.size > 1).map(([name, home]) => [name, ...home]),
  ).toEqual([]);
});

/** The server renders the texts of the house. */
const SERVER_TEXTS = join(ROOT, '../../server/src/modules/texts');
const worn = [
  ...modules.map(textOf),
  ...['render.ts', 'values.ts', 'icons.ts'].map((file) =>
    readFileSync(join(SERVER_TEXTS, file), 'utf8'),
  ),
]
  .map(stringsOf)
  .join('\n');

const importsOf = (file: string): string[] =>
  [...textOf(file).matchAll(/^(?:import '|@import ")(\.[^'"]+\.css)['"];/gm)].map(([, path]) =>
    join(dirname(file), path!),
  );

function selectorsOf(sheet: string): string[] {
  const text = textOf(sheet).replace(/\/\*.*?\*\/|url\([^)]*\)|@import[^;]*;/gs, '');
  return (text.match(/[^{};]+(?=\{)/g) ?? []).flatMap((list) =>
    list.split(',').map((selector) => selector.trim()),
  );
}

const classesOf = (sheet: string): string[] => [
  ...new Set(
    selectorsOf(sheet).flatMap((selector) => selector.match(/(?<=\.)[a-z][\w-]*/gi) ?? []),
  ),
];

/** In a string of its own, or as one of a family: `badge-${tone}`. */
function isWorn(name: string): boolean {
  if (new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(worn)) return true;
  return name
    .split('-')
    .some((_, i, parts) => i > 0 && worn.includes(`${parts.slice(0, i).join('-')}-\${`));
}

function stringsOf(text: string): string {
  const code = text.replace(/^\s*(\/\/|\/?\*).*$/gm, '');
  return (code.match(/'[^'\n]*'|"[^"\n]*"|`[^`]*`/g) ?? []).join('\n');
}
