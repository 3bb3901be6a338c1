/** `npm test`: everything a change must pass, cheapest first; stops at the first failure. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const steps: [name: string, command: string, ...args: string[]][] = [
  ['checks', 'npm', 'run', '--silent', 'check'],
  ['build', 'npm', 'run', '--silent', 'build'],
  ['tests', 'vitest', 'run', '--reporter', 'dot', '--reporter', './scripts/flaky.ts'],
  ['column types', 'npm', 'run', '--silent', 'check:db'],
  ['browser journeys', 'npm', 'test', '--silent', '-w', 'e2e'],
  ['requirements', 'npm', 'run', '--silent', 'trace'],
];

/** Hundreds of processes are started on the way; each would strip and compile the same sources again. */
const env = { NODE_COMPILE_CACHE: join(import.meta.dirname, '../node_modules/.cache/compiled'), ...process.env };

const begin = performance.now();
const took = (since: number) => {
  const seconds = Math.round((performance.now() - since) / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
};

const summary: string[] = [];
for (const [name, command, ...args] of steps) {
  console.log(`\n── ${name}`);
  const started = performance.now();
  const child = spawn(command, args, { stdio: 'inherit', env });
  const code = await new Promise((done) => child.once('close', done).once('error', done));
  summary.push(`${code === 0 ? '✓' : '✗'} ${name} (${took(started)})`);
  if (code !== 0) {
    process.exitCode = 1;
    break;
  }
}
const left = steps.length - summary.length;
console.log(`\n${summary.join('\n')}`);
console.log(
  process.exitCode
    ? `\nFAILED after ${took(begin)}: ${steps[summary.length - 1]![0]}${left ? `; ${left} more not run` : ''}`
    : `\nAll ${steps.length} parts passed in ${took(begin)}.`,
);
const failed = process.exitCode ? 1 : 0;
console.log(`parts: ${summary.length - failed} passed, ${failed} failed`);
