import { formatDayTime, formatNumber } from '../kernel/format.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../kernel/time.ts';

/** Green, amber, rust. */
export type Tone = 'ok' | 'warning' | 'bad';

export const TONE_LABELS: Record<Tone, string> = {
  ok: 'In Ordnung',
  warning: 'Achtung',
  bad: 'Gestört',
};

const TONES: readonly Tone[] = ['ok', 'warning', 'bad'];

/** The gravest of them. */
export const worstOf = (tones: readonly Tone[]): Tone =>
  TONES[Math.max(0, ...tones.map((tone) => TONES.indexOf(tone)))]!;

interface Limits {
  warning: number;
  bad: number;
}

/** From a limit on, its tone holds. */
const toneOf = (value: number, { warning, bad }: Limits): Tone => {
  if (value >= bad) return 'bad';
  return value >= warning ? 'warning' : 'ok';
};

/** BOF-135 */
const HEARTBEAT: Limits = { warning: 15_000, bad: 30_000 };
const WRITE_MS: Limits = { warning: 1_000, bad: Number.POSITIVE_INFINITY };
/** Uploads are refused from 0.9 on. */
const DISK: Limits = { warning: 0.8, bad: 0.9 };
const BACKUP: Limits = { warning: 26 * HOUR_MS, bad: 3 * DAY_MS };
/** A long weekend without a statement is usual. */
const BANK: Limits = { warning: 5 * DAY_MS, bad: Number.POSITIVE_INFINITY };
const MAILBOX: Limits = { warning: 5 * MINUTE_MS, bad: 30 * MINUTE_MS };
/** Old payments are asked about hourly, so only then a failure is known to last. */
const PROVIDER: Limits = { warning: 5 * MINUTE_MS, bad: 65 * MINUTE_MS };
/** A checkpoint is written every hour in which there are lines. */
const SEAL: Limits = { warning: 2 * HOUR_MS, bad: DAY_MS };

/** What waits for the worker: how it is called, and how old its oldest may be. */
export const QUEUES = {
  mail: { label: 'Mails', limits: { warning: 5 * MINUTE_MS, bad: 30 * MINUTE_MS } },
  webhooks: {
    label: 'Meldungen an Partner',
    // A partner's website that does not answer is no fault of the house.
    limits: { warning: 15 * MINUTE_MS, bad: Number.POSITIVE_INFINITY },
  },
  devices: {
    label: 'Mitteilungen auf Geräte',
    // Nor is a browser maker's push service.
    limits: { warning: 15 * MINUTE_MS, bad: Number.POSITIVE_INFINITY },
  },
  clock: { label: 'Termine der Inserate', limits: { warning: MINUTE_MS, bad: 5 * MINUTE_MS } },
  videos: { label: 'Videos', limits: { warning: 15 * MINUTE_MS, bad: 2 * HOUR_MS } },
  documents: { label: 'Belege', limits: { warning: 5 * MINUTE_MS, bad: HOUR_MS } },
} as const satisfies Record<string, { label: string; limits: Limits }>;
export type Queue = keyof typeof QUEUES;

export interface QueueReading {
  queue: Queue;
  /** Null where only the age of the oldest is known. */
  waiting: number | null;
  /** Since when the oldest waits. */
  since: Date | null;
  /** Given up and not sent again. */
  failed: number;
}

export interface InboundReading {
  last_read_at: Date | null;
  failing_since: Date | null;
  failure: 'login' | 'tls' | 'folder' | 'connection' | null;
  /** Mails that were read and could not be stored. */
  unstored: number;
}

/** A payment provider that was asked for something. */
export interface ProviderReading {
  name: string;
  failing_since: Date | null;
}

/** Values of one instant; all of them are read, none is computed (BOF-135). */
export interface HealthReading {
  heartbeat: Date | null;
  /** How long a write took; null when it failed. */
  writeMs: number | null;
  /** Used share of the fuller volume, 0 to 1; null where it cannot be read. */
  disk: number | null;
  /** Whether the bucket of the files answers; undefined where they lie on the disk. */
  files?: boolean | undefined;
  queues: readonly QueueReading[];
  backup: Date | null;
  /** The last imported statement; undefined where no bank is set up. */
  bankImport: Date | null | undefined;
  /** The mailbox of the support; null before its first reading, undefined where none is set up. */
  inbound?: InboundReading | null;
  /** Those of which it is known; without one there is no line. */
  providers: readonly ProviderReading[];
  seal: {
    checkpoint: Date | null;
    /** The oldest line that no checkpoint covers. */
    uncovered: Date | null;
    /** The last check of the whole log found a change. */
    broken: boolean;
  };
  version: string;
}

export type HealthKey =
  | 'worker'
  | Queue
  | 'database'
  | 'disk'
  | 'files'
  | 'backup'
  | 'bank'
  | 'mailbox'
  | 'providers'
  | 'seal'
  | 'version';

/** A value of the house as people read it. */
export interface HealthLine {
  key: HealthKey;
  label: string;
  text: string;
  tone: Tone;
}

const UNITS = [
  { ms: DAY_MS, label: (n: number) => (n === 1 ? '1 Tag' : `${n} Tagen`) },
  { ms: HOUR_MS, label: (n: number) => `${n} Std.` },
  { ms: MINUTE_MS, label: (n: number) => `${n} Min.` },
  { ms: 1_000, label: (n: number) => `${n} Sek.` },
];

/** How long, in its largest unit, as it stands after «seit» and «vor»: `48 Min.`, `2 Tagen`. */
export function formatAge(ms: number): string {
  const unit = UNITS.find((one) => ms >= one.ms) ?? UNITS.at(-1)!;
  return unit.label(Math.floor(Math.max(0, ms) / unit.ms));
}

const ageOf = (at: Date, now: Date) => now.getTime() - at.getTime();

/** Whether the worker counts as dead (RUN-03). */
export const isDead = (heartbeat: Date | null, now: Date): boolean =>
  heartbeat === null || toneOf(ageOf(heartbeat, now), HEARTBEAT) === 'bad';

function worker({ heartbeat }: HealthReading, now: Date): HealthLine {
  const line = { key: 'worker', label: 'Worker' } as const;
  if (heartbeat === null) return { ...line, text: 'Noch kein Puls', tone: 'bad' };
  const age = ageOf(heartbeat, now);
  return { ...line, text: `Puls vor ${formatAge(age)}`, tone: toneOf(age, HEARTBEAT) };
}

function queueLine({ queue, waiting, since, failed }: QueueReading, now: Date): HealthLine {
  const { label, limits } = QUEUES[queue];
  const age = since ? Math.max(0, ageOf(since, now)) : 0;
  const parts = [
    ...(waiting === null ? [since ? 'verspätet' : 'pünktlich'] : []),
    ...(waiting === null ? [] : [waiting === 1 ? '1 wartet' : `${formatNumber(waiting)} warten`]),
    ...(since ? [`seit ${formatAge(age)}`] : []),
    ...(failed > 0 ? [`${formatNumber(failed)} gescheitert`] : []),
  ];
  const tones = [toneOf(age, limits), failed > 0 ? ('warning' as const) : ('ok' as const)];
  return { key: queue, label, text: parts.join(', '), tone: worstOf(tones) };
}

function database({ writeMs }: HealthReading): HealthLine {
  const line = { key: 'database', label: 'Datenbank' } as const;
  if (writeMs === null) return { ...line, text: 'schreibt nicht', tone: 'bad' };
  return { ...line, text: `schreibt, ${Math.ceil(writeMs)} ms`, tone: toneOf(writeMs, WRITE_MS) };
}

function disk({ disk: used }: HealthReading): HealthLine {
  const line = { key: 'disk', label: 'Speicher' } as const;
  if (used === null) return { ...line, text: 'unbekannt', tone: 'warning' };
  return { ...line, text: `${Math.floor(used * 100)} % belegt`, tone: toneOf(used, DISK) };
}

/** Without it pictures and films are missing on every website (RUN-16). */
const bucket = (answers: boolean): HealthLine => ({
  key: 'files',
  label: 'Dateien',
  text: answers ? 'erreichbar' : 'nicht erreichbar',
  tone: answers ? 'ok' : 'bad',
});

function dated(
  line: Pick<HealthLine, 'key' | 'label'>,
  at: Date | null,
  { now, limits, none }: { now: Date; limits: Limits; none: string },
): HealthLine {
  if (at === null) return { ...line, text: none, tone: 'warning' };
  return { ...line, text: formatDayTime(at), tone: toneOf(ageOf(at, now), limits) };
}

const FAILURES = {
  login: 'Anmeldung abgelehnt',
  tls: 'keine gültige Verschlüsselung',
  folder: 'Ordner fehlt',
  connection: 'nicht erreichbar',
} as const;

/** A server that restarts is no fault; a refused login is one at once (BOF-85). */
function mailbox(reading: InboundReading | null, now: Date): HealthLine {
  const line = { key: 'mailbox', label: 'Eingehende E-Mails' } as const;
  if (reading?.failing_since && reading.failure) {
    const age = ageOf(reading.failing_since, now);
    const text = `${FAILURES[reading.failure]}, seit ${formatAge(age)}`;
    const least = reading.failure === 'connection' ? 'ok' : 'warning';
    return { ...line, text, tone: worstOf([toneOf(age, MAILBOX), least]) };
  }
  if (!reading?.last_read_at) return { ...line, text: 'Noch nicht gelesen', tone: 'warning' };
  const { last_read_at: at, unstored } = reading;
  const age = ageOf(at, now);
  const failed = unstored > 0 ? `, ${formatNumber(unstored)} nicht gespeichert` : '';
  const tones = [toneOf(age, MAILBOX), failed ? ('warning' as const) : ('ok' as const)];
  return { ...line, text: `gelesen vor ${formatAge(age)}${failed}`, tone: worstOf(tones) };
}

/** One that did not answer once is no fault: it is asked again within minutes. */
function paymentProviders(readings: readonly ProviderReading[], now: Date): HealthLine {
  const line = { key: 'providers', label: 'Zahlungsanbieter' } as const;
  const failing = readings.flatMap(({ name, failing_since: since }) =>
    since ? [{ name, age: ageOf(since, now) }] : [],
  );
  if (failing.length === 0) return { ...line, text: 'antwortet', tone: 'ok' };
  const text = failing.map(({ name, age }) => `${name} antwortet nicht, seit ${formatAge(age)}`);
  const tone = worstOf(failing.map(({ age }) => toneOf(age, PROVIDER)));
  return { ...line, text: text.join('; '), tone };
}

function seal({ seal: { checkpoint, uncovered, broken } }: HealthReading, now: Date): HealthLine {
  const line = { key: 'seal', label: 'Siegel des Protokolls' } as const;
  if (broken) return { ...line, text: 'gebrochen', tone: 'bad' };
  return {
    ...line,
    text: checkpoint ? formatDayTime(checkpoint) : 'Noch kein Siegel',
    tone: uncovered ? toneOf(ageOf(uncovered, now), SEAL) : 'ok',
  };
}

/** Everything that is watched, in the order in which it is shown. */
export function healthLines(reading: HealthReading, now: Date): HealthLine[] {
  const { queues, files, backup, bankImport, inbound, providers, version } = reading;
  return [
    worker(reading, now),
    ...queues.map((one) => queueLine(one, now)),
    database(reading),
    disk(reading),
    ...(files === undefined ? [] : [bucket(files)]),
    dated({ key: 'backup', label: 'Sicherung' }, backup, {
      now,
      limits: BACKUP,
      none: 'Noch keine Sicherung',
    }),
    ...(bankImport === undefined
      ? []
      : [
          dated({ key: 'bank', label: 'Bank eingelesen' }, bankImport, {
            now,
            limits: BANK,
            none: 'Noch nichts eingelesen',
          }),
        ]),
    ...(inbound === undefined ? [] : [mailbox(inbound, now)]),
    ...(providers.length === 0 ? [] : [paymentProviders(providers, now)]),
    seal(reading, now),
    { key: 'version', label: 'Version', text: version, tone: 'ok' },
  ];
}
