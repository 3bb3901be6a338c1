import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SETTING_NAMES } from '../server/src/app/config.ts';
import { nonEmpty } from '../shared/src/testing/non-empty.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const DOCS = [
  'README.md',
  'SECURITY.md',
  'CHANGELOG.md',
  'partner-kit/README.md',
  'partner-site/README.md',
  ...['docs', 'docs/decisions'].flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`),
  ),
];

/** Linked files, and repository paths in code spans. */
function named(doc: string): string[] {
  const text = read(doc);
  const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, path]) =>
    join(doc, '..', path!),
  );
  const paths = [
    ...text.matchAll(
      /`((?:server|shared|web|ad-view|scripts|docs|bench|partner-kit|partner-site|e2e)\/[^`\s<…*]*)`/g,
    ),
  ];
  return [...links, ...paths.map(([, path]) => path!)];
}

const wordsOf = (text: string) => new Set(text.match(/\w+/g));

test('the documents name only existing files', () => {
  const missing = DOCS.flatMap((doc) =>
    named(doc)
      // Build output need not exist.
      .filter((path) => !path.includes('/dist/') && !existsSync(join(ROOT, path)))
      .map((path) => `${doc} names ${path}`),
  );
  expect(missing).toEqual([]);
  for (const doc of ['README.md', 'docs/ARCHITECTURE.md', 'docs/OPERATIONS.md'])
    nonEmpty(named(doc));
});

/** npm script calls, with their workspace. */
const scriptCalls = (doc: string) =>
  [
    ...read(doc).matchAll(
      /\bnpm (?:run(?: --silent)? ([a-z][\w:-]*)|(start|test)\b)(?: -w ([\w-]+))?/g,
    ),
  ].map(([call, script, short, workspace]) => ({
    call,
    script: script ?? short!,
    package: workspace ?? '.',
  }));

test('what a document names in a file stands in it', () => {
  const said = DOCS.filter((doc) => !doc.startsWith('docs/decisions/')).flatMap((doc) =>
    [...read(doc).matchAll(/`([A-Za-z_]\w*)` (?:of|in)\s+`([\w-]+\/[^`\s<…*]*\.tsx?)`/g)].map(
      ([, name, path]) => ({ doc, name: name!, path: path! }),
    ),
  );
  const gone = nonEmpty(said).filter(
    ({ name, path }) => existsSync(join(ROOT, path)) && !wordsOf(read(path)).has(name),
  );
  expect(gone.map(({ doc, name, path }) => `${doc} looks for ${name} in ${path}`)).toEqual([]);
});

test('the documents name only existing npm scripts', () => {
  const scripts = (folder: string) =>
    JSON.parse(read(`${folder}/package.json`)).scripts as Record<string, string>;
  const calls = DOCS.flatMap((doc) => scriptCalls(doc).map((found) => ({ doc, ...found })));
  for (const doc of ['README.md', 'docs/OPERATIONS.md', 'docs/decisions/0028-chaos-tests.md'])
    nonEmpty(scriptCalls(doc));
  const missing = calls.filter((found) => !(found.script in scripts(found.package)));
  expect(missing.map(({ doc, call }) => `${doc} names ${call}`)).toEqual([]);
});

test('OPERATIONS explains every setting and every command', () => {
  const operations = read('docs/OPERATIONS.md');
  expect(SETTING_NAMES.length).toBeGreaterThan(10);
  const usages = readdirSync(join(ROOT, 'server/src/cli'))
    .filter((name) => !name.endsWith('.test.ts'))
    .flatMap((file) => [...read(`server/src/cli/${file}`).matchAll(/^ {2}usage: '([^']+)'/gm)]);
  const wanted = [...SETTING_NAMES, ...nonEmpty(usages).map(([, usage]) => usage!)];
  const unexplained = wanted.filter((name) => !operations.includes(`| \`${name}\` |`));
  expect(unexplained, 'without a row of their own in a table of OPERATIONS').toEqual([]);
});

test('the logins in README are those of the demo data', () => {
  const demo = read('server/src/seed/demo.ts');
  const password = demo.match(/DEMO_PASSWORD = '([^']+)'/)?.[1];
  expect(read('README.md')).toContain(`**\`${password}\`**`);
  for (const mailbox of ['lena', 'neu']) {
    expect(demo).toContain(`'${mailbox}'`);
    expect(read('README.md')).toContain(`\`${mailbox}@samtrot.example\``);
  }
});

const OPERATIONS = read('docs/OPERATIONS.md');
const TROUBLES = OPERATIONS.split('\n## Troubleshooting\n')[1]!;

test('the run book asks nobody to write SQL', () => {
  const sql =
    /\b(select\s[^|]*?\sfrom\s|update\s+\w+\s+set\s|delete\s+from\s|insert\s+into\s|(alter|create|drop)\s+(table|system|role|database|user)\s|grant\s+\w+\s+(on|to)\s|psql\b)/i;
  expect('run select id from mail where sent_at is null').toMatch(sql);
  expect('alter role samtrot superuser').toMatch(sql);
  expect(OPERATIONS.match(sql)?.[0]).toBeUndefined();
});

test('no remedy deletes a database, and units are stopped and started by their names', () => {
  expect(OPERATIONS).not.toMatch(/\bdropdb\b/);
  const orders = [...OPERATIONS.matchAll(/\bsystemctl (?:re)?(?:start|stop)\b[^`\n]*/g)];
  expect(nonEmpty(orders).flatMap(([order]) => (order.includes('*') ? [order] : []))).toEqual([]);
  const unitsOf = (order: RegExp) =>
    [...OPERATIONS.matchAll(order)].flatMap(([, units]) => units!.split(' '));
  const stopped = unitsOf(/^systemctl stop (.+)$/gm).filter((unit) => unit !== 'samtrot-backup');
  expect(unitsOf(/`systemctl start (postgresql .+?)`/g).toSorted()).toEqual(
    nonEmpty(stopped).toSorted(),
  );
});

test('every alert has its remedy in the run book, by name', () => {
  const alerts = [...read('deploy/prometheus/alerts.yml').matchAll(/- alert: (\w+)/g)];
  for (const [, name] of nonEmpty(alerts))
    expect(TROUBLES, `${name} has no row`).toMatch(
      new RegExp(`^\\|[^|]*\`${name}\`[^|]*\\| \\S`, 'm'),
    );
});

test('the run book quotes what the program says, word for word', () => {
  const said = ['server/src', 'shared/src', 'web/src']
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.tsx?$/.test(name) && !/\.test\./.test(name))
        .map((name) => read(`${folder}/${name}`)),
    )
    .join('\n');
  const seen = [...TROUBLES.matchAll(/^\| ([^|]*) \|/gm)].map(([, cell]) => cell!);
  const quotes = seen.flatMap((cell) =>
    [...cell.matchAll(/«([^»]+)»/g)].map(([, words]) => words!),
  );
  const strange = nonEmpty(quotes).filter(
    (words) => !words.split('…').every((part) => said.includes(part.trim())),
  );
  expect(strange).toEqual([]);
});

test('every command of the run book is one of the command line', () => {
  const usages = nonEmpty(
    [...OPERATIONS.matchAll(/^\| `([a-z][^`]*)` \|/gm)].map(([, usage]) => usage!),
  );
  const names = usages.map((usage) => usage.replace(/ [[A-Z-].*/, ''));
  const calls = [...OPERATIONS.matchAll(/\bsamtrot (?:-- )?((?:[a-z][a-z-]*)(?: [a-z][a-z-]*)?)/g)]
    .map(([, words]) => words!)
    .filter((words) => !/^(samtrot|deploy|postgresql)\b/.test(words));
  const unknown = nonEmpty(calls).filter(
    (words) =>
      !names.some(
        (name) => words === name || words.startsWith(`${name} `) || words.split(' ')[0] === name,
      ),
  );
  expect(unknown).toEqual([]);
});

test('what the first production start copies and runs is there', () => {
  const page = OPERATIONS.split('\n## First production start\n')[1]!.split('\n## ')[0]!;
  const blocks = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block!);
  expect(blocks.length).toBeGreaterThan(5);
  const files = [...blocks.join('').matchAll(/\bdeploy\/[\w./*-]+/g)].map(([file]) => file);
  for (const file of nonEmpty(files))
    expect(existsSync(join(ROOT, file.replace('/*', '')))).toBe(true);
  const units = [
    ...blocks.join('').matchAll(/samtrot-(?:server@|worker|migrate|backup)(?:\.timer)?/g),
  ];
  for (const [unit] of nonEmpty(units)) {
    const file = unit.endsWith('.timer') ? unit : `${unit}.service`;
    expect(existsSync(join(ROOT, 'deploy/systemd', file)), file).toBe(true);
  }
});

describe('the size of a house', () => {
  const section = OPERATIONS.split('\n### The size of a house\n')[1]!.split('\n## ')[0]!;
  const rows = [...section.matchAll(/^\| ([^|-][^|]*) \| ([^|]+) \| ([^|]+) \|$/gm)].slice(1);
  const bench = read('docs/BENCH.md');
  const perSecond = (row: RegExp) =>
    Number(
      bench
        .match(new RegExp(`^\\| ${row.source}[^|]* \\| ([\\d,.]+)/s`, 'm'))![1]!
        .replace(',', ''),
    );

  test('every figure names the benchmark that it is measured by or calculated from [RUN-20]', () => {
    const titles = read('bench/src/main.ts').split('const TITLES = {')[1]!.split('};')[0]!;
    const parts = [...titles.matchAll(/^ {2}(\w+):/gm)].map(([, part]) => part!);
    for (const [, what, , from] of nonEmpty(rows)) {
      const part = from!.match(/npm run bench -- (\w+)/)?.[1];
      expect(parts, `${what}: ${from}`).toContain(part);
    }
  });

  test('what is calculated agrees with what was measured last, within a factor of two [RUN-20]', () => {
    const figure = (what: string) => {
      const [, , text] = rows.find(([, name]) => name!.startsWith(what))!;
      return Number(text!.match(/^[\d,.]+/)![0].replace(',', ''));
    };
    const kept = perSecond(/list of 24 ads, \d+ kB/);
    const fresh = perSecond(/lists, never asked before, 100,000 ads/);
    const expected = {
      'page views': 0.5 / (0.9 / kept + 0.1 / fresh),
      'advertisers at work': 0.5 * 5 * perSecond(/state, 30 ads/),
      'ads and orders': 0.5 * perSecond(/purchase by saveInserat/),
      'log-ins': 0.5 * perSecond(/login/),
      pictures: 0.5 * perSecond(/JPEG of 12 megapixels/),
      'views of banners': 0.5 * perSecond(/views counted/),
    };
    for (const [what, value] of Object.entries(expected)) {
      expect(figure(what), what).toBeLessThan(2 * value);
      expect(figure(what), what).toBeGreaterThan(value / 2);
    }
  });
});

test('ten and a hundred times the size of a house are that, row by row [RUN-20]', () => {
  const section = OPERATIONS.split('\n### The size of a house\n')[1]!.split('\n## ')[0]!;
  const figure = (text: string) => Number(text.match(/^[\d,.]+/)![0].replaceAll(',', ''));
  const one = new Map(
    [...section.matchAll(/^\| ([^|-][^|]*) \| ([^|]+) \| [^|]+ \|$/gm)].map(
      ([, what, text]) => [what!, text!] as const,
    ),
  );
  const rows = [...section.matchAll(/^\| ([^|-][^|]*) \| [^|]+ \| (\d[^|]+) \| (\d[^|]+) \|$/gm)];
  for (const [, what, ten, hundred] of nonEmpty(rows)) {
    const at = figure(one.get(what!)!);
    for (const [text, times] of [
      [ten!, 10],
      [hundred!, 100],
    ] as const)
      expect(Math.abs(figure(text) / (at * times) - 1), `${what}: ${text}`).toBeLessThan(0.02);
  }
  expect(rows).toHaveLength(9);
});

test('landing page, log-in and partner list have what Lighthouse is to give them [EXP-05]', () => {
  const scores = new Map(
    [...read('docs/LIGHTHOUSE.md').matchAll(/^\| (\S.*?) ((?:\| \d+ ){4})\|$/gm)].map(
      ([, page, cells]) => [page!, cells!.match(/\d+/g)!.map(Number)],
    ),
  );
  for (const page of ['/', '/auth/login', 'partner list']) {
    const [performance, ...others] = scores.get(page)!;
    expect(performance, page).toBeGreaterThanOrEqual(95);
    expect(others, page).toEqual([100, 100, 100]);
  }
});
