/**
 * `npm test`: all checks, cheapest first; stops at the first failure. `npm run test:deep`: the same
 * in full, both sizes and themes, then the long ones; continues after a failure and writes
 * docs/TESTS.md. `npm run test:deep -- PART ...` runs the parts whose names begin like that.
 */
import { spawn } from 'node:child_process';
import { cpSync, createWriteStream, existsSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { finished } from 'node:stream/promises';
import { temporaryBase } from '../server/src/testing/process/temporary-base.ts';
import { type DeepPart, writeDeepReport } from './deep-report.ts';
import { took } from './duration.ts';
import { RESULTS, type Result, readResults, reportFile } from './results.ts';
import { createRunFolder, endGroup, removeRunFolder } from './run-folder.ts';
import { judge, stillFailed } from './verdict.ts';

interface Part {
  name: string;
  command: string[];
  /** The part's report, and the command that repeats failed files. */
  tests?: { report: string; again: (failed: readonly Result[]) => string[] };
}

const ROOT = join(import.meta.dirname, '..');
const CI = process.env.CI === 'true';
const DEEP = process.argv.includes('--deep');
const CHOSEN = DEEP ? process.argv.slice(2).filter((word) => word !== '--deep') : [];
const folder = await createRunFolder(temporaryBase());
const env = {
  // Hundreds of processes start; each would compile the same sources again.
  NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/compiled'),
  ...process.env,
  TMPDIR: folder,
  TEST_RESULTS: join(folder, 'results'),
  E2E_REPORT: reportFile('journeys', join(folder, 'results')),
  ...(DEEP && { TEST_DEEP: '1' }),
};
const report = (name: string) => reportFile(name, env.TEST_RESULTS);
const filesOf = (results: readonly Result[]) => [...new Set(results.map(({ file }) => file))];

const vitest = (name: string, ...files: string[]) => [
  ...['vitest', 'run', '--project', 'server', '--reporter', 'dot', '--reporter', 'json'],
  ...['--outputFile.json', report(name), ...files],
];
const journeys = (...files: string[]) => ['npm', 'test', '--silent', '-w', 'e2e', '--', ...files];

const parts: Part[] = [
  { name: 'checks', command: ['npm', 'run', '--silent', 'check'] },
  { name: 'build', command: ['node', 'scripts/build.ts'] },
  {
    name: 'server tests',
    command: vitest('server'),
    tests: { report: 'server', again: (failed) => vitest('server-again', ...filesOf(failed)) },
  },
  { name: 'column types', command: ['npm', 'run', '--silent', 'check:db'] },
  {
    name: 'browser journeys',
    command: journeys(),
    tests: {
      report: 'journeys',
      again: (failed) => journeys(...filesOf(failed).map((file) => basename(file))),
    },
  },
  { name: 'requirements', command: ['npm', 'run', '--silent', 'trace'] },
];
const CHAOS = ['npm', 'run', '--silent', 'chaos', '--', '--minutes', '5'];
if (DEEP)
  parts.push(
    { name: 'mirrors of partners', command: ['npm', 'run', '--silent', 'mirrors'] },
    { name: 'chaos', command: CHAOS },
    { name: 'chaos, control', command: [...CHAOS, '--control'] },
    {
      name: 'mutations',
      command: ['npm', 'run', '--silent', 'test:mutation', '--', '--record'],
    },
  );
const chosen = parts.filter(
  ({ name }) => CHOSEN.length === 0 || CHOSEN.some((begin) => name.startsWith(begin)),
);
if (chosen.length === 0) {
  console.error(`No such part. There are: ${parts.map(({ name }) => name).join(', ')}`);
  await removeRunFolder(folder);
  process.exit(2);
}

let running: number | undefined;
let interrupted = false;

const logFile = (part: string) => join(env.TEST_RESULTS, `${part.replace(/\W+/g, '-')}.log`);

/**
 * Runs a command as a process group; the deep run captures its output.
 * @returns its exit code
 */
async function run(
  [command, ...args]: string[],
  name: string,
  more: Record<string, string> = {},
): Promise<number> {
  const stdio = DEEP ? (['ignore', 'pipe', 'inherit'] as const) : ('inherit' as const);
  const child = spawn(command!, args, {
    cwd: ROOT,
    stdio: stdio as 'inherit',
    env: { ...env, ...more },
    detached: true,
  });
  running = child.pid;
  const printed = (child as { stdout: NodeJS.ReadableStream | null }).stdout;
  printed?.pipe(process.stdout, { end: false });
  const kept = printed?.pipe(createWriteStream(logFile(name)));
  const code = await new Promise<number>((done) =>
    child.once('close', (code) => done(code ?? 1)).once('error', () => done(1)),
  );
  running = undefined;
  if (kept) await finished(kept);
  return code;
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, async () => {
    interrupted = true;
    console.error(`\n${signal}: stopping`);
    if (running) await endGroup(running);
    await removeRunFolder(folder);
    process.exit(130);
  });

const flaky: Result[] = [];
const quarantined: Result[] = [];

/** @returns whether the part passed, at the second attempt if permitted */
async function passes({ name, command, tests }: Part): Promise<boolean> {
  const code = await run(command, name);
  if (code === 0 || !tests || !existsSync(report(tests.report))) return code === 0;
  const verdict = judge(readResults([report(tests.report)]), { ci: CI, flaky: flaky.length });
  quarantined.push(...verdict.quarantined);
  if (verdict.failed.length === 0) return verdict.quarantined.length > 0;
  if (!verdict.mayRunAgain) return false;
  console.log(`\n── ${verdict.failed.length} failed and run once more by themselves`);
  const again = `${tests.report}-again`;
  await run(tests.again(verdict.failed), again, { E2E_REPORT: report(again) });
  if (!existsSync(report(again))) return false;
  if (stillFailed(verdict.failed, readResults([report(again)])).length > 0) return false;
  flaky.push(...verdict.failed);
  return true;
}

const begin = performance.now();
const summary: string[] = [];
const deepParts: DeepPart[] = [];
let failure: string | undefined;
for (const part of chosen) {
  console.log(`\n── ${part.name}`);
  const started = performance.now();
  const passed = await passes(part);
  summary.push(`${passed ? '✓' : '✗'} ${part.name} (${took(started)})`);
  const results =
    part.tests && existsSync(report(part.tests.report))
      ? readResults([report(part.tests.report)])
      : [];
  deepParts.push({
    name: part.name,
    passed,
    time: took(started),
    results,
    log: logFile(part.name),
  });
  if (passed) continue;
  failure ??= part.name;
  if (!DEEP) break;
}
if (DEEP && !interrupted)
  writeDeepReport(
    parts.map(({ name }) => name),
    deepParts,
  );

if (!interrupted) {
  rmSync(RESULTS, { recursive: true, force: true });
  cpSync(env.TEST_RESULTS, RESULTS, { recursive: true });
  await removeRunFolder(folder);
  console.log(`\n${summary.join('\n')}`);
  for (const { file, title } of flaky) console.log(`flaky: ${file} > ${title}`);
  for (const { file, title } of quarantined)
    console.log(`quarantined and failed: ${file} > ${title}`);
  const left = chosen.length - summary.length;
  console.log(
    failure
      ? `\nFAILED after ${took(begin)}: ${failure}${left ? `; ${left} more not run` : ''}`
      : `\nAll ${chosen.length} parts passed in ${took(begin)}.`,
  );
  console.log(`parts: ${summary.length - (failure ? 1 : 0)} passed, ${failure ? 1 : 0} failed`);
  process.exitCode = failure ? 1 : 0;
}
