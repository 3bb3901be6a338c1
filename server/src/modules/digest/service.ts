import type * as contract from '@samtrot/shared/digest/contract.ts';
import { digestDueAt, isDigestMissing } from '@samtrot/shared/digest/rules.ts';
import { FIGURES, formatFigure } from '@samtrot/shared/figures/rules.ts';
import { formatAge, type HealthLine, healthLines } from '@samtrot/shared/health/rules.ts';
import type { Input, Output } from '@samtrot/shared/kernel/action.ts';
import { localDate } from '@samtrot/shared/kernel/time.ts';
import { SOLO_TEXT } from '@samtrot/shared/staff/approval-rules.ts';
import type { Actors, Ctx, StaffPerson } from '../../platform/action.ts';
import { auditChange } from '../../platform/audit.ts';
import type { Database } from '../../platform/db.ts';
import { figures } from '../figures/service.ts';
import { type HealthDeps, readHealth } from '../health/service.ts';
import { enqueueMail } from '../mail/service.ts';
import * as staff from '../staff/service.ts';
import { digestMail } from './mail-templates.ts';
import * as store from './store.ts';

type StaffCall = Ctx<Actors['staff']>;
type Reading = Pick<Ctx, 'db' | 'now'>;

export interface DigestDeps {
  health: HealthDeps;
  waiting: readonly staff.Waiting[];
  /** A person alone may approve her own requests after a day (BOF-24). */
  solo: boolean;
}

/** Whether the person gets it, and whether today's is missing (BOF-137). */
export async function standing({
  db,
  now,
  actor,
}: StaffCall): Promise<Output<typeof contract.getDigest>> {
  const readers = await staff.digestReaders(db);
  const sent = await store.hasGoneOut(db, localDate(now));
  const firstChosen = readers.map(({ since }) => since).toSorted((a, b) => +a - +b)[0] ?? null;
  return {
    chosen: readers.some(({ person }) => person.staffId === actor.staffId),
    missing: isDigestMissing({ sent, firstChosen }, now),
  };
}

/** A choice made twice stays as it was. */
export async function choose(
  ctx: StaffCall,
  { chosen }: Input<typeof contract.chooseDigest>,
): Promise<void> {
  const { staffId } = ctx.actor;
  if (!(await staff.chooseDigest(ctx.db, staffId, chosen ? ctx.now : null))) return;
  await auditChange(ctx, 'digest_chosen', {
    right: 'house.read',
    object: `staff:${staffId}`,
    before: { chosen: !chosen },
    after: { chosen },
  });
}

/** Mails the digest of today once its time has come, however late; returns how many mails. */
export const sendDigest = (db: Database, now: Date, deps: DigestDeps): Promise<number> =>
  db.transaction().execute(async (sql) => {
    if (now < digestDueAt(now)) return 0;
    const day = localDate(now);
    if (!(await store.noteDay(sql, day, now))) return 0;
    const readers = await staff.digestReaders(sql);
    if (readers.length === 0) return 0;
    const state = await stateOf(deps.health, now);
    for (const { person, email } of readers) {
      const paragraphs = await contentFor({ db: sql, now }, { ...deps, state }, person);
      await enqueueMail(
        { db: sql, now },
        digestMail({ to: email, day, staffId: person.staffId, lines: paragraphs }),
        null,
      );
    }
    return readers.length;
  });

/** The lines of «Zustand» that are not well. */
async function stateOf(health: HealthDeps, now: Date): Promise<HealthLine[]> {
  return healthLines(await readHealth(health, now), now).filter(({ tone }) => tone !== 'ok');
}

async function contentFor(
  { db, now }: Reading,
  { waiting, solo, state }: Pick<DigestDeps, 'waiting' | 'solo'> & { state: HealthLine[] },
  actor: StaffPerson,
): Promise<string[]> {
  const open = (await staff.waitingFor({ db, now, actor }, waiting)).filter(
    ({ count }) => count > 0,
  );
  const quiet = open.length === 0 && state.every(({ tone }) => tone !== 'bad');
  return [
    ...(quiet ? ['Alles ruhig.'] : []),
    ...(solo ? [SOLO_TEXT] : []),
    ...(open.length > 0
      ? [['Es wartet:', ...open.map((line) => waitingText(line, now))].join('\n')]
      : []),
    await yesterday({ db, now, actor }),
    state.length === 0
      ? 'Zustand: in Ordnung.'
      : ['Zustand:', ...state.map(({ label, text }) => `${label}: ${text}`)].join('\n'),
  ];
}

function waitingText({ label, count, since, urgent, overdue }: staff.WaitingLine, now: Date) {
  const parts = [
    `${label}: ${count}`,
    ...(urgent > 0 ? [`${urgent} dringend`] : []),
    ...(overdue > 0 ? [`${overdue} überfällig`] : []),
    ...(since ? [`die Älteste seit ${formatAge(now.getTime() - since.getTime())}`] : []),
  ];
  return parts.join(', ');
}

/** The figures of the last whole day; revenue only for who may see it. */
async function yesterday(ctx: Pick<StaffCall, 'db' | 'now'> & { actor: StaffPerson }) {
  const { figures: shown } = await figures(ctx, { span: 'days' });
  const lines = shown.map(
    ({ figure, points }) =>
      `${FIGURES[figure].label}: ${formatFigure(figure, points.at(-2)!.value)}`,
  );
  return ['Gestern:', ...lines].join('\n');
}
