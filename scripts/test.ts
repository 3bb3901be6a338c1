/**
 * `npm test`: all of it; stops at the first failure. `npm run test:deep`: the same in full, both
 * sizes and themes, then the longest; continues after a failure and writes docs/TESTS.md.
 * `npm run test:deep -- PART ...` runs the parts whose names begin like that.
 */
import { cpSync, existsSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { temporaryBase } from '../server/src/testing/process/temporary-base.ts';
import { type DeepPart, writeDeepReport } from './deep-report.ts';
import { took } from './duration.ts';
import { RESULTS, type Result, readResults, reportFile } from './results.ts';
import { createRunFolder, removeRunFolder } from './run-folder.ts';
import { type Command, runTogether, stopAll } from './side-by-side.ts';
import { judge, stillFailed, type Verdict } from './verdict.ts';

interface Part {
  name: string;
  command: string[];
  /** Runs at the same time as the part before it, but for the deep run, which measures each. */
  beside?: true;
  /** Measures no time of its own and gets what the others leave of the CPU. */
  yields?: true;
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
  ...(DEEP && { TEST_DEEP: '1' }),
};
const report = (name: string) => reportFile(name, env.TEST_RESULTS);
const filesOf = (results: readonly Result[]) => [...new Set(results.map(({ file }) => file))];

const vitest = (name: string, ...files: string[]) => [
  ...['vitest', 'run', '--project', 'server', '--reporter', 'dot', '--reporter', 'json'],
  ...['--outputFile.json', report(name), ...files],
];
const journeys = (...files: string[]) => ['npm', 'test', '--silent', '-w', 'e2e', '--', ...files];
const MEASURED = '@measured';
const partOfJourneys = (name: string, report: string, ...which: string[]): Part => ({
  name,
  command: journeys(...which),
  tests: {
    report,
    again: (failed) => journeys(...which, ...filesOf(failed).map((file) => basename(file))),
  },
});

const parts: Part[] = [
  { name: 'build', command: ['node', 'scripts/build.ts'] },
  { name: 'column types', command: ['npm', 'run', '--silent', 'check:db'], beside: true },
  partOfJourneys('browser journeys', 'journeys', ...(DEEP ? ['--grep-invert', MEASURED] : [])),
  // Journeys wait a tenth of their time, in which the checks are done.
  { name: 'checks', command: ['npm', 'run', '--silent', 'check'], beside: true, yields: true },
  // Alone, because what runs beside them takes longer to answer.
  ...(DEEP
    ? [
        partOfJourneys(
          'journeys that measure',
          'journeys-measured',
          ...['--grep', MEASURED, '--workers', '1'],
        ),
      ]
    : []),
  {
    name: 'server tests',
    command: vitest('server'),
    tests: { report: 'server', again: (failed) => vitest('server-again', ...filesOf(failed)) },
  },
  { name: 'requirements', command: ['npm', 'run', '--silent', 'trace'] },
];
const CHAOS = ['npm', 'run', '--silent', 'chaos', '--', '--minutes', '5'];
const MUTATIONS = ['npm', 'run', '--silent', 'test:mutation', '--', '--record'];
if (DEEP)
  parts.push(
    { name: 'mirrors of partners', command: ['npm', 'run', '--silent', 'mirrors'] },
    { name: 'chaos', command: CHAOS },
    { name: 'chaos, control', command: [...CHAOS, '--control'] },
    { name: 'mutations', command: MUTATIONS },
  );
const chosen = parts.filter(
  ({ name }) => CHOSEN.length === 0 || CHOSEN.some((begin) => name.startsWith(begin)),
);
if (chosen.length === 0) {
  console.error(`No such part. There are: ${parts.map(({ name }) => name).join(', ')}`);
  await removeRunFolder(folder);
  process.exit(2);
}

const stages: Part[][] = [];
for (const part of chosen)
  if (part.beside && !DEEP) stages.at(-1)!.push(part);
  else stages.push([part]);

let interrupted = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, async () => {
    interrupted = true;
    console.error(`\n${signal}: stopping`);
    await stopAll();
    await removeRunFolder(folder);
    process.exit(130);
  });

const logFile = (part: string) => join(env.TEST_RESULTS, `${part.replace(/\W+/g, '-')}.log`);
const run = (
  commands: readonly Omit<Command, 'log'>[],
  isFailure: (index: number, code: number) => boolean,
) =>
  runTogether(
    commands.map((command) => ({ ...command, log: logFile(command.name) })),
    { cwd: ROOT, env, print: (text) => process.stdout.write(text), isFailure },
  );

const flaky: Result[] = [];
const quarantined: Result[] = [];

function verdictOf({ tests }: Part, code: number): Verdict | undefined {
  if (code === 0 || !tests || !existsSync(report(tests.report))) return undefined;
  return judge(readResults([report(tests.report)]), { ci: CI, flaky: flaky.length });
}

/** Whether nothing can make it pass any more. */
function isFailure(part: Part, code: number): boolean {
  const verdict = verdictOf(part, code);
  if (!verdict) return code !== 0;
  return verdict.failed.length > 0 ? !verdict.mayRunAgain : verdict.quarantined.length === 0;
}

/** @returns whether a part that has ended passed, at the second attempt if permitted */
async function passes(part: Part, code: number): Promise<boolean> {
  const verdict = verdictOf(part, code);
  quarantined.push(...(verdict?.quarantined ?? []));
  if (isFailure(part, code)) return false;
  if (!part.tests || !verdict?.failed.length) return true;
  console.log(`\n── ${verdict.failed.length} failed and run once more by themselves`);
  const name = `${part.tests.report}-again`;
  const again = {
    name,
    command: part.tests.again(verdict.failed),
    env: { E2E_REPORT: report(name) },
  };
  await run([again], () => false);
  if (!existsSync(report(name))) return false;
  if (stillFailed(verdict.failed, readResults([report(name)])).length > 0) return false;
  flaky.push(...verdict.failed);
  return true;
}

const begin = performance.now();
const summary: string[] = [];
const deepParts: DeepPart[] = [];
const failures: string[] = [];
for (const stage of stages) {
  const commands = stage.map((part) => ({
    ...part,
    ...(part.tests && { env: { E2E_REPORT: report(part.tests.report) } }),
  }));
  const outcomes = await run(commands, (index, code) => !DEEP && isFailure(stage[index]!, code));
  if (interrupted) break;
  // Second attempts have the machine to themselves.
  for (const [index, { code, time, stopped }] of outcomes.entries()) {
    // The process of another attempt would outlive the run.
    if (interrupted) break;
    const part = stage[index]!;
    const { name, tests } = part;
    if (stopped) {
      summary.push(`– ${name} (stopped after ${time})`);
      continue;
    }
    const passed = await passes(part, code);
    summary.push(`${passed ? '✓' : '✗'} ${name} (${time})`);
    if (!passed) failures.push(name);
    const results =
      tests && existsSync(report(tests.report)) ? readResults([report(tests.report)]) : [];
    deepParts.push({ name, passed, time, results, log: logFile(name) });
  }
  if (failures.length > 0 && !DEEP) break;
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
    failures.length > 0
      ? `\nFAILED after ${took(begin)}: ${failures.join(', ')}${left ? `; ${left} more not run` : ''}`
      : `\nAll ${chosen.length} parts passed in ${took(begin)}.`,
  );
  const passed = summary.filter((line) => line.startsWith('✓')).length;
  console.log(`parts: ${passed} passed, ${failures.length} failed`);
  process.exitCode = failures.length > 0 ? 1 : 0;
}
