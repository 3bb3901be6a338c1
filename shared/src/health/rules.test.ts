import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../kernel/time.ts';
import { HEALTH_ADVICE } from './advice.ts';
import {
  formatAge,
  type HealthReading,
  healthLines,
  isDead,
  QUEUES,
  type Queue,
  TONE_LABELS,
  worstOf,
} from './rules.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const ago = (ms: number) => new Date(NOW.getTime() - ms);
const WELL: HealthReading = {
  providers: [],
  heartbeat: ago(4_000),
  writeMs: 2.4,
  disk: 0.5,
  queues: [{ queue: 'mail', waiting: 0, since: null, failed: 0 }],
  backup: ago(HOUR_MS),
  bankImport: ago(HOUR_MS),
  seal: { checkpoint: ago(HOUR_MS), uncovered: null, broken: false },
  version: '1.0.0',
};
const lineOf = (key: string, changed: Partial<HealthReading> = {}) =>
  healthLines({ ...WELL, ...changed }, NOW).find((line) => line.key === key);
const said = (key: string, changed: Partial<HealthReading> = {}) => {
  const line = lineOf(key, changed);
  return line && [line.text, line.tone];
};

test('a house in which all is well has only green lines [BOF-135]', () => {
  const lines = healthLines(WELL, NOW);
  expect(lines.map(({ tone }) => tone)).toEqual(lines.map(() => 'ok'));
  expect(lines.map(({ label }) => label)).toEqual([
    ...['Worker', 'Mails', 'Datenbank', 'Speicher', 'Sicherung', 'Bank eingelesen'],
    ...['Siegel des Protokolls', 'Version'],
  ]);
  expect(said('version')).toEqual(['1.0.0', 'ok']);
});

test('without a bank no line speaks of it [BOF-135]', () => {
  const keys = healthLines({ ...WELL, bankImport: undefined }, NOW).map(({ key }) => key);
  expect(keys).toEqual(['worker', 'mail', 'database', 'disk', 'backup', 'seal', 'version']);
});

test('each line but the version says what to do, some where [BOF-135]', () => {
  const lines = healthLines(
    {
      ...WELL,
      queues: Object.keys(QUEUES).map((queue) => ({ ...WELL.queues[0]!, queue: queue as Queue })),
      files: true,
      inbound: null,
      providers: [{ name: 'payrexx', failing_since: null }],
    },
    NOW,
  );
  const keys = lines.map(({ key }) => key).filter((key) => key !== 'version');
  expect(Object.keys(HEALTH_ADVICE).toSorted()).toEqual(keys.toSorted());
  for (const { text } of Object.values(HEALTH_ADVICE)) expect(text).toMatch(/^\p{Lu}.+\.$/u);
  for (const key of ['clock', 'videos', 'documents'] as const)
    expect(HEALTH_ADVICE[key].text).toMatch(/[a-z]+\. Der Worker arbeitet sie ab\. /);
  const pages = Object.entries(HEALTH_ADVICE).flatMap(([key, { path, label }]) =>
    path || label ? [[key, path, label]] : [],
  );
  expect(pages).toEqual([
    ['mail', '/protokoll', 'Protokoll öffnen'],
    ['webhooks', '/partner', 'Webseiten öffnen'],
    ['bank', '/geld', 'Bank einlesen'],
    ['providers', '/geld', 'Zahlungen öffnen'],
    ['seal', '/protokoll', 'Protokoll öffnen'],
  ]);
});

test('no tone is shown by its colour alone [BOF-135, BOF-144]', () => {
  expect(TONE_LABELS).toEqual({ ok: 'In Ordnung', warning: 'Achtung', bad: 'Gestört' });
});

test('the heartbeat is amber after 15 and rust after 30 seconds [BOF-135]', () => {
  const at = (ms: number) => said('worker', { heartbeat: ago(ms) });
  expect(at(14_999)).toEqual(['Puls vor 14 Sek.', 'ok']);
  expect(at(15_000)).toEqual(['Puls vor 15 Sek.', 'warning']);
  expect(at(29_999)).toEqual(['Puls vor 29 Sek.', 'warning']);
  expect(at(30_000)).toEqual(['Puls vor 30 Sek.', 'bad']);
  expect(at(2 * DAY_MS)).toEqual(['Puls vor 2 Tagen', 'bad']);
  expect(said('worker', { heartbeat: null })).toEqual(['Noch kein Puls', 'bad']);
  expect([isDead(null, NOW), isDead(ago(29_999), NOW), isDead(ago(30_000), NOW)]).toEqual([
    ...[true, false, true],
  ]);
});

test('a queue is amber and rust by the age of its oldest, and amber for what failed [BOF-135]', () => {
  const mail = (waiting: number, age: number | null, failed = 0) =>
    said('mail', {
      queues: [{ queue: 'mail', waiting, since: age === null ? null : ago(age), failed }],
    });
  expect(mail(0, null)).toEqual(['0 warten', 'ok']);
  expect(mail(1, 5 * MINUTE_MS - 1)).toEqual(['1 wartet, seit 4 Min.', 'ok']);
  expect(mail(1200, 5 * MINUTE_MS)).toEqual(['1’200 warten, seit 5 Min.', 'warning']);
  expect(mail(2, 30 * MINUTE_MS)).toEqual(['2 warten, seit 30 Min.', 'bad']);
  const clock = (since: Date | null) =>
    said('clock', { queues: [{ queue: 'clock', waiting: null, since, failed: 0 }] });
  expect(clock(null)).toEqual(['pünktlich', 'ok']);
  expect(clock(ago(MINUTE_MS))).toEqual(['verspätet, seit 1 Min.', 'warning']);
  expect(mail(0, null, 3)).toEqual(['0 warten, 3 gescheitert', 'warning']);
});

test('a database that does not write is rust, a slow one amber [BOF-135]', () => {
  expect(said('database', { writeMs: null })).toEqual(['schreibt nicht', 'bad']);
  expect(said('database', { writeMs: 1000 })).toEqual(['schreibt, 1000 ms', 'warning']);
});

test('the disk is amber from 80 %, rust from 90 %, where uploads are refused [BOF-135]', () => {
  expect(said('disk', { disk: 0.799 })).toEqual(['79 % belegt', 'ok']);
  expect(said('disk', { disk: 0.8 })).toEqual(['80 % belegt', 'warning']);
  expect(said('disk', { disk: 0.9 })).toEqual(['90 % belegt', 'bad']);
  expect(said('disk', { disk: null })).toEqual(['unbekannt', 'warning']);
});

test('a bucket that does not answer is rust; files on the disk have no line [RUN-16]', () => {
  expect(said('files')).toBeUndefined();
  expect(said('files', { files: true })).toEqual(['erreichbar', 'ok']);
  expect(said('files', { files: false })).toEqual(['nicht erreichbar', 'bad']);
  expect(lineOf('files', { files: true })!.label).toBe('Dateien');
});

test('backup, bank and checkpoint say when they were last, or that they never were [BOF-135]', () => {
  expect(said('backup', { backup: null })).toEqual(['Noch keine Sicherung', 'warning']);
  const late = 26 * HOUR_MS;
  expect(said('backup', { backup: ago(late - 1) })![1]).toBe('ok');
  expect(said('backup', { backup: ago(late) })![1]).toBe('warning');
  expect(said('backup', { backup: ago(3 * DAY_MS) })).toEqual(['17.11., 13:00', 'bad']);
  expect(said('bank', { bankImport: null })).toEqual(['Noch nichts eingelesen', 'warning']);
  expect(said('bank', { bankImport: ago(5 * DAY_MS) })).toEqual(['15.11., 13:00', 'warning']);
  expect(said('bank', { bankImport: undefined })).toBeUndefined();
  const seal = (uncovered: Date | null) =>
    said('seal', { seal: { checkpoint: ago(9 * DAY_MS), uncovered, broken: false } });
  expect(seal(null)).toEqual(['11.11., 13:00', 'ok']);
  expect(seal(ago(2 * HOUR_MS - 1))).toEqual(['11.11., 13:00', 'ok']);
  expect(seal(ago(2 * HOUR_MS))).toEqual(['11.11., 13:00', 'warning']);
  const none = { checkpoint: null, uncovered: null, broken: false };
  expect(said('seal', { seal: none })).toEqual(['Noch kein Siegel', 'ok']);
  expect(said('seal', { seal: { checkpoint: ago(0), uncovered: null, broken: true } })).toEqual([
    'gebrochen',
    'bad',
  ]);
  expect(seal(ago(DAY_MS))).toEqual(['11.11., 13:00', 'bad']);
});

test('a payment provider that does not answer is named, rust from 65 minutes on [BOF-135, RUN-17]', () => {
  const failing = (ms: number | null) =>
    said('providers', {
      providers: [
        { name: 'payrexx', failing_since: ms === null ? null : ago(ms) },
        { name: 'datatrans', failing_since: null },
      ],
    });
  expect(said('providers')).toBeUndefined();
  expect(said('providers', { providers: [] })).toBeUndefined();
  expect(failing(null)).toEqual(['antwortet', 'ok']);
  expect(failing(MINUTE_MS)).toEqual(['payrexx antwortet nicht, seit 1 Min.', 'ok']);
  expect(failing(5 * MINUTE_MS)![1]).toBe('warning');
  expect(failing(64 * MINUTE_MS)![1]).toBe('warning');
  expect(failing(65 * MINUTE_MS)).toEqual(['payrexx antwortet nicht, seit 1 Std.', 'bad']);
  const both = ['payrexx', 'datatrans'].map((name, n) => ({ name, failing_since: ago(n * 1_000) }));
  expect(said('providers', { providers: both })![0]).toBe(
    'payrexx antwortet nicht, seit 0 Sek.; datatrans antwortet nicht, seit 1 Sek.',
  );
});

test('the mailbox says when it was read, or since when and why it is not [BOF-85]', () => {
  const read = { last_read_at: ago(30_000), failing_since: null, failure: null, unstored: 0 };
  const mailbox = (changed: object) => said('mailbox', { inbound: { ...read, ...changed } });
  expect(said('mailbox')).toBeUndefined();
  expect(said('mailbox', { inbound: null })).toEqual(['Noch nicht gelesen', 'warning']);
  expect(mailbox({})).toEqual(['gelesen vor 30 Sek.', 'ok']);
  expect(mailbox({ last_read_at: ago(5 * MINUTE_MS) })![1]).toBe('warning');
  expect(mailbox({ unstored: 2 })).toEqual(['gelesen vor 30 Sek., 2 nicht gespeichert', 'warning']);
  const failing = (ms: number, failure = 'connection') =>
    mailbox({ failing_since: ago(ms), failure });
  expect(failing(MINUTE_MS)).toEqual(['nicht erreichbar, seit 1 Min.', 'ok']);
  expect(failing(MINUTE_MS, 'login')).toEqual(['Anmeldung abgelehnt, seit 1 Min.', 'warning']);
  expect(failing(5 * MINUTE_MS)![1]).toBe('warning');
  expect(failing(30 * MINUTE_MS)![1]).toBe('bad');
});

test('the gravest tone is that of the house; no tone is green', () => {
  expect(worstOf(['ok', 'bad', 'warning'])).toBe('bad');
  expect(worstOf(['ok', 'warning'])).toBe('warning');
  expect(worstOf([])).toBe('ok');
});

test('an age is said in its largest unit, as it stands after «seit»', () => {
  expect([0, 999, 59_000, 48 * MINUTE_MS, 20 * HOUR_MS, DAY_MS, 2 * DAY_MS].map(formatAge)).toEqual(
    [...['0 Sek.', '0 Sek.', '59 Sek.', '48 Min.', '20 Std.', '1 Tag', '2 Tagen']],
  );
});
