/**
 * `npm run test:mutation -- [--concurrency N] [--tests PATTERN] [--record] [NAME ...]`: mutation
 * testing. A name is a module (`server/wallet`), a prefix (`shared`) or a file, perhaps with lines
 * (`shared/src/cart/rules.ts:100-120`); all modules by default. `--tests` replaces the tests of the
 * module, `--record` writes whole modules and whole files into docs/TESTS.md.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { migrate } from '../server/src/platform/migrate.ts';
import { startCluster } from '../server/src/platform/postgres.ts';
import { dropAbandoned } from '../server/src/testing/process/abandoned.ts';
import { temporaryBase } from '../server/src/testing/process/temporary-base.ts';
import { writeMutations } from './deep-report.ts';
import { MODULES, type MutatedModule } from './mutation-modules.ts';

type Mutant = Awaited<ReturnType<Stryker['runMutationTest']>>[number];

interface Row {
  name: string;
  threshold: number;
  mutants: readonly Mutant[];
}

const ROOT = join(import.meta.dirname, '..');
const SWEEP_EVERY_MS = 2 * 60_000;
/** Of this run: two may work at the same time. */
const TEMPORARY = `.stryker-tmp/${process.pid}`;
const count = (mutants: readonly Mutant[], ...states: Mutant['status'][]) =>
  mutants.filter(({ status }) => states.includes(status)).length;

/** Percent of the valid mutants that a test noticed; 100 without any. */
function score(mutants: readonly Mutant[]): number {
  const noticed = count(mutants, 'Killed', 'Timeout');
  const valid = noticed + count(mutants, 'Survived', 'NoCoverage');
  return valid === 0 ? 100 : (100 * noticed) / valid;
}

async function mutate(
  name: string,
  files: readonly string[],
  tests: readonly string[],
  concurrency: number,
) {
  process.env.MUTATION_TESTS = JSON.stringify(tests);
  const onServer = name.startsWith('server');
  return new Stryker({
    mutate: [...files],
    tempDirName: TEMPORARY,
    concurrency,
    ignoreStatic: onServer,
    vitest: { configFile: 'vitest.mutation.config.ts', related: !onServer },
    ...(onServer && {
      symlinkNodeModules: false,
      buildCommand: `${process.execPath} scripts/mutation-libraries.ts ${ROOT}`,
    }),
    // A crowded machine must not pass for an endless loop, which counts as noticed.
    timeoutMS: onServer ? 60_000 : 20_000,
    jsonReporter: { fileName: `reports/mutation/${name.replace('/', '-')}.json` },
  }).runMutationTest();
}

const fileOf = ({ fileName }: Mutant) =>
  fileName.slice(fileName.lastIndexOf('/src/') - 6).replaceAll('\\', '/');

const fileName = (file: string) => file.replace(/:.*$/, '').replace('/src', '');
const isRules = ({ name }: MutatedModule) => name.startsWith('shared/');
const rowNames = (module: MutatedModule) => [
  ...(isRules(module) ? [] : [module.name]),
  ...module.mutate.map(fileName),
];

async function rowsOf(module: MutatedModule, concurrency: number): Promise<Row[]> {
  const { name, mutate: files, tests, threshold } = module;
  const mutants = await mutate(name, files, tests, concurrency);
  if (!isRules(module) && !namesFiles) return [{ name, threshold, mutants }];
  // Rules are small, and each file must hold by the tests beside it.
  return [...new Set(files.map((part) => part.replace(/:.*$/, '')))].map((file) => ({
    ...{ name: fileName(file), threshold },
    mutants: mutants.filter((mutant) => fileOf(mutant) === file),
  }));
}

async function mutateRules(modules: readonly MutatedModule[], concurrency: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (const module of modules) rows.push(...(await rowsOf(module, concurrency)));
  return rows;
}

/**
 * On the way out nothing can be awaited, and the server may write its last files while they are
 * removed.
 */
function removeSoon(folder: string, tries = 20): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    if (tries <= 1) throw error;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
    removeSoon(folder, tries - 1);
  }
}

async function mutateServer(
  modules: readonly MutatedModule[],
  concurrency: number,
): Promise<Row[]> {
  if (modules.length === 0) return [];
  const folder = mkdtempSync(join(temporaryBase(), 'samtrot-mutation-'));
  const cluster = await startCluster(folder, { durable: false, maxConnections: 200 });
  const abort = () => {
    process.kill(cluster.pid, 'SIGQUIT');
    removeSoon(folder);
  };
  process.once('exit', abort);
  let idle: ReadonlySet<string> = new Set();
  const sweep = setInterval(async () => {
    // The server may end meanwhile; a database that is used again is dropped another time.
    idle = await dropAbandoned(cluster.url, idle).catch(() => idle);
  }, SWEEP_EVERY_MS);
  try {
    await migrate(cluster.url);
    process.env.MUTATION_DATABASE = cluster.url;
    const rows: Row[] = [];
    for (const module of modules) rows.push(...(await rowsOf(module, concurrency)));
    return rows;
  } finally {
    process.off('exit', abort);
    clearInterval(sweep);
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function print(rows: readonly Row[]): void {
  const unnoticed = rows.flatMap(({ mutants }) =>
    mutants.filter(({ status }) => status === 'Survived' || status === 'NoCoverage'),
  );
  for (const mutant of unnoticed) {
    const { line, column } = mutant.location.start;
    const change = mutant.replacement?.replace(/\s+/g, ' ').slice(0, 100);
    console.log(
      `${fileOf(mutant)}:${line}:${column}  ${mutant.status}  ${mutant.mutatorName}  ${change}`,
    );
  }
  const heads = [
    'mutants',
    'killed',
    'timeout',
    'survived',
    'no coverage',
    'errors',
    'ignored',
    'score',
  ];
  const line = (name: string, cells: readonly (string | number)[]) =>
    console.log(`${name.padEnd(34)}${cells.map((cell) => String(cell).padStart(12)).join('')}`);
  line('module', heads);
  const row = (name: string, mutants: readonly Mutant[], mark = '') =>
    line(name, [
      mutants.length - count(mutants, 'Ignored'),
      count(mutants, 'Killed'),
      count(mutants, 'Timeout'),
      count(mutants, 'Survived'),
      count(mutants, 'NoCoverage'),
      count(mutants, 'RuntimeError', 'CompileError'),
      count(mutants, 'Ignored'),
      `${score(mutants).toFixed(1)}${mark}`,
    ]);
  for (const { name, mutants, threshold } of rows)
    row(name, mutants, score(mutants) < threshold ? ' <' : '');
  row(
    'all',
    rows.flatMap(({ mutants }) => mutants),
  );
}

const { values, positionals } = parseArgs({
  options: {
    concurrency: { type: 'string' },
    tests: { type: 'string', multiple: true },
    record: { type: 'boolean' },
  },
  allowPositionals: true,
});
/** The selected part of the module; a file may be given with lines. */
function chosen(module: MutatedModule): MutatedModule[] {
  const { name, mutate } = module;
  if (
    positionals.length === 0 ||
    positionals.some((start) => name === start || name.startsWith(`${start}/`))
  ) {
    return [module];
  }
  const parts = positionals.filter((part) => mutate.includes(part.replace(/:.*$/, '')));
  // One line is a range for Stryker, too.
  return parts.length === 0
    ? []
    : [{ ...module, mutate: parts.map((part) => part.replace(/:(\d+)$/, ':$1-$1')) }];
}
const wanted = MODULES.flatMap(chosen).map((module) => ({
  ...module,
  tests: values.tests ?? module.tests,
}));
const namesFiles = positionals.some((part) => /\.ts(:|$)/.test(part));
if (values.record && (values.tests || positionals.some((part) => /\.ts:/.test(part))))
  throw new Error('--record measures whole modules or files with their own tests');
if (wanted.length === 0)
  throw new Error(`No such module. There are: ${MODULES.map(({ name }) => name).join(', ')}`);
const given = values.concurrency === undefined ? undefined : Number(values.concurrency);
process.chdir(ROOT);
// Also when it is interrupted.
process.once('exit', () => rmSync(join(ROOT, TEMPORARY), { recursive: true, force: true }));

const [shared, server] = [true, false].map((is) =>
  wanted.filter((module) => isRules(module) === is),
);
const rows = [
  ...(await mutateRules(shared!, given ?? availableParallelism())),
  ...(await mutateServer(server!, given ?? 1)),
];
print(rows);
if (values.record)
  writeMutations(
    MODULES.flatMap(rowNames),
    rows.map(({ name, threshold, mutants }) => ({
      ...{ name, threshold, score: score(mutants) },
      mutants: mutants.length - count(mutants, 'Ignored'),
      killed: count(mutants, 'Killed'),
      timeout: count(mutants, 'Timeout'),
      survived: count(mutants, 'Survived'),
      uncovered: count(mutants, 'NoCoverage'),
    })),
  );
const weak = rows.filter(({ mutants, threshold }) => score(mutants) < threshold);
for (const { name, threshold } of weak) console.error(`${name} is below ${threshold} %`);
process.exitCode = weak.length ? 1 : 0;
