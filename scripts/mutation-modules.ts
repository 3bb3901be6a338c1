/** What `npm run test:mutation` mutates, and with which tests. */
import { globSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

export interface MutatedModule {
  /** `shared/<domain>` or `server/<module>`. */
  name: string;
  mutate: readonly string[];
  tests: readonly string[];
  /**
   * Least share of killed mutants in percent: of each file in `shared`, of the module in `server`.
   */
  threshold: number;
}

/** @throws when a pattern matches nothing, so that a renamed file is not left out unnoticed */
function filesOf(patterns: readonly string[], exclude: readonly RegExp[] = []): string[] {
  return patterns.flatMap((pattern) => {
    const found = globSync(pattern, { cwd: ROOT }).map((file) => file.replaceAll('\\', '/'));
    const files = found.filter((file) => !exclude.some((part) => part.test(file))).sort();
    if (files.length === 0) throw new Error(`scripts/mutation-modules.ts: there is no ${pattern}`);
    return files;
  });
}

/** No rules: declarations of calls, texts, tables of texts and lists, types. */
const TABLES = [
  // The newsletter's wording, states and two paths; what they mean is decided in the server.
  /accounts\/newsletter-rules\.ts$/,
  // The answers of failures and the words for roles; who gets which is decided and tested in the
  // server.
  /staff\/(errors|roles)\.ts$/,
  ...[
    /contract\.ts$/,
    /-shapes\.ts$/,
    /\.test\.ts$/,
    /\/testing\//,
    /kernel\/(action|errors|fields|open-development)\.ts$/,
  ],
  ...[
    /inserate\/(countries|languages)\.ts$/,
    /legal\/(personal-data|browser-storage|retention)-rules\.ts$/,
    /statistics\/rules\.ts$/,
    /topups\/methods\.ts$/,
  ],
];

const ruleFiles = filesOf(['shared/src/**/*.ts'], TABLES);

const rules: MutatedModule[] = [...new Set(ruleFiles.map((file) => file.split('/')[2]!))].map(
  (domain) => ({
    name: `shared/${domain}`,
    mutate: ruleFiles.filter((file) => file.startsWith(`shared/src/${domain}/`)),
    tests: [`shared/src/${domain}/*.test.ts`],
    threshold: 95,
  }),
);

/** Bindings, wording and types; their mutants say nothing about a rule. */
const BINDINGS = [/\.test\.ts$/, /\/(actions|jobs|ports|routes)\.ts$/, /mail-templates\.ts$/];
/** What taking an account offline does in other modules is tested with it. */
const PAUSE_ALL = /\/pause-all\.ts$/;
/**
 * Tests that start processes or try orders of events by chance: too slow to repeat for each mutant.
 */
const SLOW = [/\/kill\.test\.ts$/, /-kill\.test\.ts$/, /\/(race|walk|many)\.test\.ts$/];

/** What waits for its first approval ends with the whole price, in each kind. */
const FIRST_APPROVALS = 'server/src/modules/moderation/first.test.ts';

const THRESHOLD = 80;

/** A module with the tests beside it. */
const module = (name: string, more: readonly string[] = []): MutatedModule => ({
  name: `server/${name}`,
  mutate: filesOf([`server/src/modules/${name}/**/*.ts`], [...BINDINGS, PAUSE_ALL]),
  tests: filesOf([`server/src/modules/${name}/**/*.test.ts`, ...more], SLOW),
  threshold: THRESHOLD,
});

const server: MutatedModule[] = [
  module('wallet'),
  {
    name: 'server/dispatch',
    mutate: filesOf(['server/src/app/dispatch.ts', 'server/src/platform/action.ts']),
    tests: filesOf([
      'server/src/app/{dispatch,perform,idempotency,unknown-fields}.test.ts',
      'server/src/platform/action.test.ts',
    ]),
    threshold: THRESHOLD,
  },
  {
    name: 'server/sessions',
    mutate: filesOf([
      'server/src/app/session.ts',
      'server/src/modules/access/sessions/{sessions,session-store}.ts',
      'server/src/modules/access/login/{login,complete-login,credential-store}.ts',
    ]),
    tests: filesOf([
      'server/src/app/session.test.ts',
      'server/src/modules/access/{reauthentication,found-by-index}.test.ts',
      'server/src/modules/access/sessions/{sessions,devices,known-browsers}.test.ts',
      'server/src/modules/access/login/{login,login-notice}.test.ts',
      'server/src/modules/accounts/{registration/passwords,profile/email-undo}.test.ts',
    ]),
    threshold: THRESHOLD,
  },
  {
    name: 'server/idempotency',
    mutate: filesOf(['server/src/platform/idempotency.ts']),
    tests: filesOf(['server/src/app/idempotency.test.ts']),
    threshold: THRESHOLD,
  },
  // What is owed is told with the overview.
  module('topups', ['server/src/modules/overview/debt.test.ts']),
  module('coupons'),
  {
    name: 'server/listings',
    mutate: filesOf(['server/src/modules/listings/*.ts'], BINDINGS),
    // The three kinds test what only they use.
    tests: filesOf([
      'server/src/modules/listings/*.test.ts',
      'server/src/modules/banners/{scheduler,unsaved,order}.test.ts',
      'server/src/modules/clubs/{clubs-keep,clubs-order}.test.ts',
      'server/src/modules/publication/{endings,ends-today}.test.ts',
    ]),
    threshold: THRESHOLD,
  },
  module('inserate'),
  module('banners', [FIRST_APPROVALS]),
  module('clubs', [FIRST_APPROVALS]),
  module('publication'),
  {
    name: 'server/pause-all',
    mutate: filesOf([
      ...[
        'server/src/modules/{inserate/lifecycle,banners,clubs}/pause-all.ts',
        'server/src/modules/pause-all/{service,store}.ts',
      ],
    ]),
    tests: filesOf(['server/src/modules/pause-all/pause-all.test.ts']),
    threshold: THRESHOLD,
  },
];

export const MODULES: readonly MutatedModule[] = [...rules, ...server];
