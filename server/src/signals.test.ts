import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { isAlive } from './platform/process-table.ts';
import { DEEP, rounds, some } from './testing/process/deep.ts';
import { INHERITED, removeDataDir } from './testing/process/process.ts';

const ROOT = join(import.meta.dirname, '../..');
const MOST_MS = 10_000;

// One folder for all: each start shows that the one before has left it in order.
const dataDir = mkdtempSync(join(tmpdir(), 'samtrot-signals-'));
afterAll(() => removeDataDir(dataDir));

/** `npm start`, as a terminal or a supervisor starts it: in a process group of its own. */
async function npmStart() {
  const npm = spawn('npm', ['start'], {
    cwd: ROOT,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...INHERITED,
      PORT: '0',
      DATA_DIR: dataDir,
      DEMO_DATA: '0',
      BUILD_PAGES: '0',
      PARTNER_SITE: '0',
      // Wrong log-ins from one address, or with one name, are asked for work after some rounds.
      LIMIT_FACTOR: '1000000',
    },
  });
  let output = '';
  for (const stream of [npm.stdout, npm.stderr])
    stream.on('data', (text: Buffer) => {
      output += text;
    });
  const said = () => output.match(/^Samtrot läuft: .*\((http:\S+)\)$/m)?.[1];
  await expect.poll(said, { timeout: 60_000, message: 'it never starts' }).toBeDefined();
  const node = Number(readFileSync(join(dataDir, 'lock'), 'utf8').split(' ')[0]);
  const database = Number(
    readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0],
  );
  return { url: said()!, npm: npm.pid!, node, database, output: () => output };
}

const TARGETS = {
  npm: ({ npm }: { npm: number }) => npm,
  node: ({ node }: { node: number }) => node,
  'the whole group': ({ npm }: { npm: number }) => -npm,
};
const CASES = Object.entries(TARGETS).flatMap(([name, target]) =>
  (['SIGTERM', 'SIGINT'] as const).map((signal) => ({ name, target, signal })),
);

test.each(some(CASES, 1))(
  '$signal to $name of «npm start» ends everything in order [RUN-01]',
  async ({ target, signal }) => {
    for (let round = 0; round < rounds(1, 20); round++) {
      const running = await npmStart();
      const inFlight = fetch(`${running.url}/api?action=login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', connection: 'close' },
        body: JSON.stringify({
          log: `niemand-${randomUUID()}@samtrot.example`,
          pwd: 'Falsch-Geraten-1',
        }),
      });
      await new Promise((go) => setTimeout(go, 5 * (round % 5)));
      const begin = performance.now();
      process.kill(target(running), signal);
      const { npm, node, database } = running;
      const left = () =>
        Object.entries({ npm, node, database }).flatMap(([name, pid]) =>
          isAlive(pid) ? name : [],
        );
      await expect.poll(left, { timeout: 60_000, message: running.output() }).toEqual([]);
      if (DEEP) expect(performance.now() - begin).toBeLessThan(MOST_MS);
      // Answered, or refused before it was accepted; never cut off.
      const status = await inFlight.then(
        (answer) => answer.status,
        (error) => (error.cause as NodeJS.ErrnoException).code,
      );
      expect([401, 'ECONNREFUSED'], running.output()).toContain(status);
      for (const file of ['lock', 'postgres/cluster/postmaster.pid'])
        expect(existsSync(join(dataDir, file)), file).toBe(false);
    }
  },
);
