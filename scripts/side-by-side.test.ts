import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { inTurn, runTogether, stopAll } from './side-by-side.ts';

const folder = mkdtempSync(join(tmpdir(), 'samtrot-side-'));
afterEach(stopAll);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const logOf = (name: string) => join(folder, `${name}.log`);
const script = (name: string, text: string) => ({
  name,
  command: [process.execPath, '-e', text],
  log: logOf(name),
});
/** Prints the process ID of one that it starts, and goes on for good. */
const ENDLESS = `
  const { spawn } = require('node:child_process');
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 9e3)'], { stdio: 'ignore' });
  console.log('child ' + child.pid);
  setInterval(() => {}, 9e3);`;
/** Ends when the other one has started its process. */
const FAILS = `
  const { existsSync, readFileSync } = require('node:fs');
  const log = ${JSON.stringify(logOf('endless'))};
  console.error('why');
  setInterval(() => {
    if (existsSync(log) && readFileSync(log, 'utf8').includes('child')) process.exit(3);
  }, 5);`;

function start(commands: ReturnType<typeof script>[], stops: boolean, onPrint = (_: string) => {}) {
  const run = { printed: '', outcomes: [] as unknown };
  run.outcomes = runTogether(commands, {
    cwd: folder,
    env: process.env,
    print: (text) => {
      run.printed += text;
      onPrint(text);
    },
    isFailure: (_, code) => stops && code !== 0,
  });
  return run;
}

test('of parts that run at the same time the first prints at once, the next when it is its turn', () => {
  let printed = '';
  const [first, second, third] = inTurn(['one', 'two', 'three'], (text) => {
    printed += text;
  });
  first!.write('1a ');
  second!.write('2a ');
  third!.write('3a ');
  third!.end();
  expect(printed).toBe('\n── one\n1a ');
  first!.write('1b');
  first!.end();
  expect(printed).toBe('\n── one\n1a 1b\n── two\n2a ');
  second!.write('2b');
  second!.end();
  expect(printed).toBe('\n── one\n1a 1b\n── two\n2a 2b\n── three\n3a ');
});

test('a part that fails ends the others with what they started, and both are shown and kept', async () => {
  const run = start([script('endless', ENDLESS), script('fails', FAILS)], true);
  expect(await run.outcomes).toMatchObject([{ stopped: true }, { code: 3, stopped: false }]);
  const child = Number(run.printed.match(/child (\d+)/)?.[1]);
  expect(() => process.kill(child, 0)).toThrow('ESRCH');
  expect(run.printed).toMatch(/── endless\nchild \d+\n\n── fails\nwhy\n/);
  expect(readFileSync(logOf('fails'), 'utf8')).toBe('why\n');
});

test('a part whose failure may pass at a second attempt leaves the others alone', async () => {
  const run = start(
    [
      script('slower', "setTimeout(() => console.log('whole'), 300)"),
      script('flaky', 'process.exit(1)'),
    ],
    false,
  );
  expect(await run.outcomes).toMatchObject([
    { code: 0, stopped: false },
    { code: 1, stopped: false },
  ]);
  expect(run.printed).toBe('\n── slower\nwhole\n\n── flaky\n');
});

test('a run that is broken off leaves no process', async () => {
  let began = () => {};
  const printed = new Promise<void>((done) => {
    began = done;
  });
  const run = start([script('first', ENDLESS)], false, (text) => {
    if (text.includes('child')) began();
  });
  await printed;
  await stopAll();
  await run.outcomes;
  const child = Number(run.printed.match(/child (\d+)/)?.[1]);
  expect(() => process.kill(child, 0)).toThrow('ESRCH');
});

test('a part that yields runs at a lower priority, its session too', async () => {
  const SEEN = `
    const { existsSync, readFileSync } = require('node:fs');
    const file = '/proc/self/autogroup';
    // Set just after the process began.
    const timer = setInterval(() => {
      if (existsSync(file) && !readFileSync(file, 'utf8').endsWith('nice 19\\n')) return;
      clearInterval(timer);
      console.log(require('node:os').getPriority());
    }, 5);`;
  const run = start([{ ...script('yields', SEEN), yields: true } as never], true);
  await run.outcomes;
  expect(run.printed).toBe('\n── yields\n19\n');
});
