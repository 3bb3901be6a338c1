import {
  ALARM_KINDS,
  type AlarmKind,
  alarmStep,
  REPEAT_MS,
} from '@samtrot/shared/health/alarm-rules.ts';
import { type HealthKey, healthLines, isDead } from '@samtrot/shared/health/rules.ts';
import type { Database, Sql } from '../../platform/db.ts';
import { waitForResending } from '../mail/service.ts';
import { desk } from '../reports/service.ts';
import { enqueueDutyMail } from '../staff/service.ts';
import { alarmLastsMail, alarmMail, wellAgainMail } from './mail-templates.ts';
import { type HealthDeps, readHealth } from './service.ts';
import * as store from './store.ts';

export interface AlarmDeps {
  health: HealthDeps;
  dutyEmail: string;
}

/**
 * Watches for one process. What is wrong twice in a row is an alarm: a clock that is set, or a
 * worker that is restarted, is none.
 */
export function alarmWatch(deps: AlarmDeps) {
  let since: Date | undefined;
  let suspected: ReadonlySet<AlarmKind> = new Set();
  return async (db: Database, now: Date): Promise<void> => {
    since ??= now;
    const wrong = await whatIsWrong(deps, { since, now });
    const lasting = new Set([...wrong].filter((kind) => suspected.has(kind)));
    suspected = wrong;
    await db.transaction().execute(async (sql) => {
      if (!(await store.tryLock(sql))) return;
      const raised = new Map((await store.alarms(sql)).map((alarm) => [alarm.kind, alarm]));
      for (const kind of ALARM_KINDS) {
        const alarm = raised.get(kind);
        const isWrong = alarm
          ? wrong.has(kind) || (await isLeft(sql, alarm, now))
          : lasting.has(kind);
        await decide(sql, { ...deps, kind, alarm, isWrong, now });
      }
    });
  };
}

async function whatIsWrong(
  { health }: AlarmDeps,
  { since, now }: { since: Date; now: Date },
): Promise<Set<AlarmKind>> {
  const reading = await readHealth(health, now);
  const lines = healthLines(reading, now);
  const isBad = (key: HealthKey) => lines.some((line) => line.key === key && line.tone === 'bad');
  // Nobody watched before: the workers of a house that starts come after its servers.
  const pulse = new Date(Math.max(+(reading.heartbeat ?? 0), +since));
  const overdue = await health.db.transaction().execute((db) => desk.urgentOverdue(db, now));
  const found: Record<AlarmKind, boolean> = {
    worker: isDead(pulse, now),
    mail: isBad('mail'),
    disk: isBad('disk'),
    files: isBad('files'),
    audit_chain: reading.seal.broken,
    urgent_report: overdue > 0,
  };
  return new Set(ALARM_KINDS.filter((kind) => found[kind]));
}

/** Mails that were given up meanwhile wait for nothing but somebody who sends them again. */
const isLeft = async (db: Sql, { kind, raised_at }: store.Alarm, now: Date): Promise<boolean> =>
  kind === 'mail' && (await waitForResending(db, raised_at, now));

interface Deciding extends AlarmDeps {
  kind: AlarmKind;
  alarm: store.Alarm | undefined;
  isWrong: boolean;
  now: Date;
}

async function decide(db: Sql, { kind, alarm, isWrong, now, dutyEmail: to }: Deciding) {
  const raised = alarm && { repeatAt: alarm.repeat_at };
  const about = { kind, to, raisedAt: alarm?.raised_at ?? now };
  switch (alarmStep({ raised, wrong: isWrong }, now)) {
    case 'raise':
      await store.insertAlarm(db, {
        kind,
        raised_at: now,
        repeat_at: new Date(now.getTime() + REPEAT_MS),
      });
      return enqueueDutyMail({ db, now }, alarmMail(about));
    case 'repeat':
      await store.endRepetition(db, kind);
      return enqueueDutyMail({ db, now }, alarmLastsMail(about));
    case 'end':
      await store.deleteAlarm(db, kind);
      return enqueueDutyMail({ db, now }, wellAgainMail({ ...about, now }));
    default:
      return;
  }
}
