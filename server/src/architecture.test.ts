import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path/posix';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { expect, test } from 'vitest';
import { mailSettings } from './adapters/mail/settings.ts';
import { PROVIDER_NAMES } from './adapters/payments/providers.ts';
import { paymentSettings } from './adapters/payments/settings.ts';
import { storageSettings } from './adapters/storage/settings.ts';

/** Bottom to top. A layer, and a module within `modules`, may import only what stands before it. */
const LAYERS = ['platform', 'modules', 'adapters', 'app'];
const MODULES = [
  'mail',
  'access',
  'device-messages',
  'audit',
  'staff',
  'catalogue',
  'notices',
  'accounts',
  'customer-notes',
  'newsletter',
  'texts',
  'wallet',
  'coupons',
  'topups',
  'media',
  'partners',
  'cart',
  'holds',
  'listings',
  'inserate',
  'banners',
  'clubs',
  'publication',
  'moderation',
  'delivery-receipts',
  'statistics',
  'delivery',
  'reports',
  'support',
  'webhooks',
  'pause-all',
  'history',
  'documents',
  'overview',
  'health',
  'figures',
  'digest',
  'data-export',
  'account-deletion',
  'customers',
  'money-desk',
  'partner-people',
  'partner-desk',
  'bookkeeping',
];
const WEB_LAYERS = ['lib', 'ui', 'media', 'editor', 'listing', 'features', 'pages', 'app'];
const MAX_LINES = 480;
const MAX_FILES_IN_ROOM = 12;
/** A module with more source files is divided into rooms. */
const MAX_FILES_WITHOUT_ROOMS = 24;
const ROOT = join(import.meta.dirname, '../..');
const SHARED = 'shared/src';
const SERVER = 'server/src';
const WEB = 'web/src';
const PARTNER_SITE = 'partner-site/src';
const AD_VIEW = 'ad-view/src';
const PARTNER_KIT = 'partner-kit/src';

const sources = (root: string): string[] =>
  nonEmpty(
    readdirSync(join(ROOT, root), { recursive: true, encoding: 'utf8' }).filter(
      (file) => /\.tsx?$/.test(file) && !/\.test\.|^testing\/|\.generated\./.test(file),
    ),
  );

/**
 * Every import of every file, in any form; relative ones resolved against the root of the
 * workspace.
 */
function imports(root: string): { file: string; to: string; isLazy: boolean }[] {
  const found = sources(root).flatMap((file) =>
    [
      ...readFileSync(join(ROOT, root, file), 'utf8').matchAll(
        /(?<!\.)\b(?:from|import)\s*(\(?)\s*'([^']+)'/g,
      ),
    ].map(([, lazy, to]) => ({
      file,
      isLazy: lazy === '(',
      to: to!.startsWith('.') ? normalize(join(dirname(file), to!)) : to!,
    })),
  );
  return nonEmpty(found);
}

const layer = (layers: string[], path: string) => layers.indexOf(path.split('/')[0]!);

test('server imports point downwards through the layers', () => {
  for (const { file, to } of imports(SERVER)) {
    const [from, target] = [layer(LAYERS, file), layer(LAYERS, to)];
    if (from >= 0 && target >= 0)
      expect(target, `${file} reaches up to ${to}`).toBeLessThanOrEqual(from);
  }
});

test('no files import each other in a circle', () => {
  for (const root of [SERVER, SHARED, WEB, PARTNER_KIT, PARTNER_SITE, AD_VIEW]) {
    // What is loaded on demand may take a type of what loads it.
    const atOnce = imports(root).filter(({ isLazy }) => !isLazy);
    const left = Map.groupBy(atOnce, ({ file }) => file);
    // Files that import none of those left, or that none of them imports, are in no circle.
    for (let before = -1; before !== left.size; ) {
      before = left.size;
      const imported = new Set([...left.values()].flatMap((found) => found.map(({ to }) => to)));
      for (const [file, found] of left)
        if (!imported.has(file) || !found.some(({ to }) => left.has(to))) left.delete(file);
    }
    expect([...left.keys()], `circles in ${root}`).toEqual([]);
  }
});

test('a module knows only the services of the modules before it', () => {
  const found = new Set(
    sources(SERVER).flatMap((file) => file.match(/^modules\/([^/]+)\//)?.[1] ?? []),
  );
  expect(MODULES.toSorted()).toEqual([...found].toSorted());
  for (const { file, to } of imports(SERVER)) {
    const [from, target] = [file, to].map((path) => path.match(/^modules\/([\w-]+)\/(.+)$/));
    if (from) expect(MODULES, `${file} is in no known module`).toContain(from[1]);
    if (!from || !target || from[1] === target[1]) continue;
    expect(target[2], `${file} reaches into ${to}`).toBe('service.ts');
    expect(MODULES.indexOf(target[1]!), `${file} depends on the later module ${to}`).toBeLessThan(
      MODULES.indexOf(from[1]!),
    );
  }
});

test('a room of a module holds at most 12 source files', () => {
  const withRooms = sources(SERVER).flatMap(
    (file) => file.match(/^modules\/([^/]+)\/[^/]+\//)?.[1] ?? [],
  );
  expect(withRooms).toContain('delivery');
  const files = sources(SERVER).filter((file) =>
    withRooms.includes(file.match(/^modules\/([^/]+)\//)?.[1] ?? ''),
  );
  for (const [room, inside] of Map.groupBy(files, (file) => dirname(file)))
    expect(inside.length, `${room} holds ${inside.length} files`).toBeLessThanOrEqual(
      MAX_FILES_IN_ROOM,
    );
});

test('a module of more than 24 source files has rooms', () => {
  const byModule = Map.groupBy(sources(SERVER), (file) => file.match(/^modules\/([^/]+)\//)?.[1]);
  for (const [module, files] of byModule) {
    if (module === undefined || files.some((file) => file.split('/').length > 3)) continue;
    expect(files.length, `${module} holds ${files.length} files`).toBeLessThanOrEqual(
      MAX_FILES_WITHOUT_ROOMS,
    );
  }
});

test('outside a module only its service, actions, jobs, routes and ports are used', () => {
  for (const { file, to } of imports(SERVER)) {
    const target = to.match(/^modules\/([\w-]+)\/(.+)$/);
    if (!target || file.startsWith(`modules/`)) continue;
    expect(target[2], `${file} reaches into ${to}`).toMatch(
      /^(service|actions|jobs|routes|ports)\.ts$/,
    );
  }
});

test('the shared package imports its few libraries and itself, and rules import no schema', () => {
  for (const { file, to } of imports(SHARED)) {
    const allowed = /[/-](rules|status|limits|html|homepage)\.ts$/.test(file)
      ? /^(kernel\/(?!fields|action)|[\w-]+\/([\w-]*rules|status|rights|roles|disposable|limits|html|homepage)\.ts$|libphonenumber-js)/
      : /^(zod\/mini$|temporal-polyfill$|libphonenumber-js|diff$|kernel\/|[\w-]+\/)/;
    expect(to, `${file} imports ${to}`).toMatch(allowed);
    expect(to, `${file} imports a Node module`).not.toMatch(/^node:/);
  }
});

test('the web imports downwards; a feature never imports another', () => {
  for (const { file, to } of imports(WEB)) {
    const [from, target] = [layer(WEB_LAYERS, file), layer(WEB_LAYERS, to)];
    if (from >= 0 && target >= 0)
      expect(target, `${file} reaches up to ${to}`).toBeLessThanOrEqual(from);
    const [own, other] = [file, to].map((path) => path.match(/^features\/([\w-]+)\//)?.[1]);
    if (own && other) expect(other, `${file} imports the feature ${other}`).toBe(own);
    expect(to, `${file} imports the server`).not.toMatch(/@samtrot\/server|\/server\/src/);
  }
});

test('the back office uses what pages share, and no page of the portal uses it [BOF-01]', () => {
  for (const { file, to } of imports(WEB)) {
    const isHouse = (path: string) => /^betrieb(\/|\.tsx$)/.test(path);
    if (isHouse(file) && layer(WEB_LAYERS, to) >= 0)
      expect(to, `${file} imports ${to}`).toMatch(/^(lib|ui)\/|^app\/theme-switch\.tsx$/);
    if (!isHouse(file) && !isConsole(file))
      expect(isHouse(to), `${file} imports ${to}`).toBe(false);
  }
});

const isConsole = (path: string) => /^partner(\/|\.tsx$)/.test(path);

/** What the back office and the console of partner websites have in common. */
const DESK =
  /^betrieb\/(api|entrance|factor-form|frame|link|list-state|login-state|page|partners\/partner-[a-z]+|table|use-change)\.(tsx?|css)$/;

test('the console of websites has the panels of the house, and nothing else has the console [BOF-124]', () => {
  const found = imports(WEB);
  expect(found.some(({ file }) => isConsole(file))).toBe(true);
  for (const { file, to } of found) {
    if (!isConsole(file)) expect(isConsole(to), `${file} imports ${to}`).toBe(false);
    else if (!isConsole(to) && /^[a-z]+\//.test(to) && !to.startsWith('styles/'))
      expect(to, `${file} imports ${to}`).toMatch(
        new RegExp(`^(lib|ui)/|^app/theme-switch\\.tsx$|${DESK.source}`),
      );
  }
});

test('the package for partner websites imports nothing but itself and Node', () => {
  for (const { file, to } of imports(PARTNER_KIT))
    expect(to, `${file} imports ${to}`).toMatch(/^(node:[\w/]+|[\w.-]+\.ts)$/);
});

test('the partner site uses nothing of the portal but the shape of what it delivers and takes', () => {
  for (const { file, to } of imports(PARTNER_SITE)) {
    // The portal of its tests reads strictly what the website sends.
    if (to.startsWith('@samtrot/') && file !== 'fake-portal.ts')
      expect(to, `${file} imports ${to}`).toMatch(
        /^@samtrot\/(partner$|ad-view\/|shared\/(reports\/rules|kernel\/(format|opening-hours|time|text))\.ts$)/,
      );
    expect(to, `${file} leaves its workspace`).not.toMatch(/^\.\./);
  }
});

test('the view of an ad knows React and the shape of what is delivered, and loads no schema', () => {
  for (const { file, to } of imports(AD_VIEW)) {
    expect(to, `${file} imports ${to}`).toMatch(
      /^(react$|[\w-]+\.tsx?$|@samtrot\/shared\/(delivery\/contract|inserate\/(place|reachable)|kernel\/(format|time))\.ts$)/,
    );
    expect(readFileSync(join(ROOT, AD_VIEW, file), 'utf8'), `${file} loads a schema`).not.toMatch(
      /^import \{[^}]*\} from '@samtrot\/shared\/delivery\/contract/m,
    );
  }
});

test('each payment provider is a folder of its name with the same file names', () => {
  const files = sources(`${SERVER}/adapters/payments`).filter((file) => file.includes('/'));
  expect([...new Set(files.map((file) => file.split('/')[0]))].toSorted()).toEqual(
    PROVIDER_NAMES.toSorted(),
  );
  for (const name of PROVIDER_NAMES) {
    const remote = files.includes(`${name}/client.ts`) ? ['client', 'schemas', 'webhook'] : [];
    for (const part of ['provider', 'settings', 'mapping', ...remote])
      expect(files, `${name} has no ${part}.ts`).toContain(`${name}/${part}.ts`);
  }
});

test('platform names no provider and no setting of an adapter', () => {
  const settings = [mailSettings, paymentSettings, storageSettings].flatMap(({ names }) => names);
  const named = new RegExp(
    `\\b(${[...nonEmpty(PROVIDER_NAMES), ...nonEmpty(settings)].join('|')})\\b`,
    'i',
  );
  for (const file of sources(`${SERVER}/platform`)) {
    const found = readFileSync(join(ROOT, SERVER, 'platform', file), 'utf8').match(named)?.[0];
    expect(found, `platform/${file} names ${found}`).toBeUndefined();
  }
});

test('the environment is read in one place', () => {
  for (const file of sources(SERVER)) {
    // These two hand the environment on to a program they start.
    if (['app/config.ts', 'platform/postgres-files.ts', 'app/build.ts'].includes(file)) continue;
    expect(
      readFileSync(join(ROOT, SERVER, file), 'utf8'),
      `${file} reads process.env`,
    ).not.toContain('process.env');
  }
});

test('no file grows past the limit', () => {
  for (const root of [SERVER, SHARED, WEB, PARTNER_SITE, AD_VIEW]) {
    for (const file of sources(root)) {
      const lines = readFileSync(join(ROOT, root, file), 'utf8').split('\n').length;
      expect(lines, `${root}/${file} has ${lines} lines`).toBeLessThanOrEqual(MAX_LINES);
    }
  }
});

test('no object is spread where it stands, only to save lines', () => {
  for (const root of [SERVER, SHARED, WEB, PARTNER_SITE, AD_VIEW]) {
    for (const file of sources(root)) {
      const lines = readFileSync(join(ROOT, root, file), 'utf8').split('\n');
      const spread = lines.filter(
        (line, at) => line.includes('...{') && !lines[at - 1]?.trim().startsWith('//'),
      );
      expect(spread, `${root}/${file}: a member a line, or the reason in a // above`).toEqual([]);
    }
  }
});
