/** `npm run check`: format, lint, unused code, types, rules, architecture; without a database. */
import { spawn } from 'node:child_process';
import { reportFile } from './results.ts';

/** What a check keeps of files that have not changed. */
const CACHE = 'node_modules/.cache';

const checks: [name: string, command: string, ...args: string[]][] = [
  ['format and lint', 'biome', 'check', '--error-on-warnings', '.'],
  // `server` holds `bench` and `scripts`, too: alone they would check much of it again. Several
  // checkers of one project repeat each other's work; four took twice the CPU time of one.
  ...['server', 'web', 'e2e', 'shared', 'partner-site', 'partner-kit', 'ad-view'].map(
    (workspace): [string, string, ...string[]] => {
      const kept = ['--incremental', '--tsBuildInfoFile', `${CACHE}/types-${workspace}`];
      return [`types of ${workspace}`, 'tsc', '-p', workspace, '--checkers', '1', ...kept];
    },
  ),
  ['unused code', 'knip', '--no-progress', '--cache', '--cache-location', `${CACHE}/knip`],
  [
    'rules and architecture',
    'vitest',
    ...['run', '--project', 'rules', '--reporter', 'dot'],
    // Read by the requirement trace.
    ...(process.env.TEST_RESULTS
      ? ['--reporter', 'json', '--outputFile.json', reportFile('rules')]
      : []),
  ],
];

let failed = 0;
const queue = [...checks];
const begin = performance.now();

async function next(): Promise<void> {
  const check = queue.shift();
  if (!check) return;
  const [name, command, ...args] = check;
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const collect = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const code = await new Promise((done) => child.once('close', done));
  if (code !== 0) {
    failed++;
    console.error(`✗ ${name}\n${output}`);
  } else console.log(`✓ ${name}`);
  await next();
}
await Promise.all([next(), next()]);
console.log(
  `${failed ? `${failed} of ${checks.length} checks failed` : 'all checks passed'} in ${((performance.now() - begin) / 1000).toFixed(1)} s`,
);
process.exitCode = failed ? 1 : 0;
