import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig, SETTING_NAMES } from '../server/src/app/config.ts';

const DEPLOY = join(import.meta.dirname, '../deploy');
const EXAMPLE = readFileSync(join(DEPLOY, '.env.example'), 'utf8');
const lines = EXAMPLE.split('\n');

test('the example of the settings has every setting once, each with its meaning [RUN-02]', () => {
  const named = lines.flatMap((line, at) => {
    const name = line.match(/^#?([A-Z][A-Z0-9_]+)=/)?.[1];
    return name ? [{ name, before: lines[at - 1]! }] : [];
  });
  expect(
    named.map(({ name }) => name).toSorted(),
    'deploy/.env.example has exactly the settings of the product',
  ).toEqual(nonEmpty(SETTING_NAMES).toSorted());
  for (const { name, before } of named) expect(before, name).toMatch(/^# \S/);
});

test('the example starts in production once its blanks are filled in [RUN-02]', () => {
  const blanks = { text: 'Muster', mail: 'haus@beispiel.ch' };
  const secret = (n: number) => `${n}fJ2k9vQx7LwPz4Rt8Yb3Nc6Ms1Hd5Gg0Aa`;
  const filled = Object.fromEntries(
    Object.entries(parseEnv(EXAMPLE)).map(([name, value]) => [
      name,
      value || (name.endsWith('EMAIL') ? blanks.mail : blanks.text),
    ]),
  );
  const settings = {
    ...filled,
    SESSION_SECRET: secret(1),
    DATA_KEY: secret(2),
    SMTP_URL: 'smtp://127.0.0.1:25',
    MAIL_FROM: 'Haus <haus@beispiel.ch>',
    BANK_IBAN: 'CH93 0076 2011 6238 5295 7',
    BACKUP_RECIPIENT: `age1${'q'.repeat(58)}`,
  };
  expect(() => readConfig({ NODE_ENV: filled.NODE_ENV })).toThrow('is missing');
  expect(readConfig(settings)).toMatchObject({ mode: 'production', dataDir: '/var/lib/samtrot' });
});

test('servers and the worker start with one limit of the heap, by unit or image [RUN-02]', () => {
  const heapOf = (file: string) =>
    readFileSync(join(DEPLOY, file), 'utf8').match(/--max-[a-z]+-space-size=\d+/g);
  const limits = heapOf('systemd/samtrot-server@.service');
  expect(limits).toHaveLength(2);
  for (const file of ['systemd/samtrot-worker.service', 'Dockerfile'])
    expect(heapOf(file), file).toEqual(limits);
});

test('«samtrot» of a machine takes the settings of the service unless others are named [RUN-08]', () => {
  const folder = mkdtempSync(join(tmpdir(), 'samtrot-command-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'runuser'), '#!/bin/sh\nprintf "%s|" "$@"\n', { mode: 0o755 });
  const env = { PATH: `${folder}:${process.env.PATH}` };
  const said = (...args: string[]) =>
    execFileSync(join(DEPLOY, 'samtrot'), args, { env, encoding: 'utf8' })
      .split('cli.js|')[1]!
      .split('|')
      .slice(0, -1);
  const settings = ['--env', '/etc/samtrot.env'];
  expect(said('ledger', 'check')).toEqual(['ledger', 'check', ...settings]);
  expect(said('coupon', 'create', '--reason', 'Zwei Worte')).toEqual([
    ...['coupon', 'create', '--reason', 'Zwei Worte'],
    ...settings,
  ]);
  const restored = ['ledger', 'check', '--env', '/etc/samtrot-restored.env'];
  expect(said(...restored)).toEqual(restored);
  expect(said('hold', '--help')).toEqual(['hold', '--help']);
  expect(said()).toEqual([]);
});

test('every unit ends its whole group in order and may gain no rights [RUN-02]', () => {
  const units = readdirSync(join(DEPLOY, 'systemd')).filter((name) => name.endsWith('.service'));
  for (const unit of nonEmpty(units)) {
    const text = readFileSync(join(DEPLOY, 'systemd', unit), 'utf8');
    expect(text, unit).toContain('\nNoNewPrivileges=yes\n');
    expect(text, unit).toContain('\nUser=samtrot\n');
    if (!text.includes('Type=oneshot')) expect(text, unit).toContain('\nKillMode=mixed\n');
  }
});
