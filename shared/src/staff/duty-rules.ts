import { fieldTexts } from '../kernel/text.ts';
import { localDate } from '../kernel/time.ts';
import { grantOf } from './rights.ts';
import type { Role, StaffState } from './roles.ts';

/** So many weeks, this one among them, stand in the rota. */
const DUTY_WEEKS = 8;

/** Whoever is called out at night must be able to decide what it is about. */
export const mayHaveDuty = ({ role, state }: { role: Role; state: StaffState }): boolean =>
  state === 'active' && grantOf(role, 'report.decide') !== undefined;
export const NO_DUTY = 'Pikett kann nur haben, wer über Meldungen entscheiden darf.';

const addDays = (day: string, days: number): string => {
  const at = new Date(`${day}T00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
};

/** The Monday of the Swiss week of this instant, YYYY-MM-DD. */
export function weekOf(at: Date): string {
  const day = localDate(at);
  return addDays(day, -((new Date(`${day}T00:00Z`).getUTCDay() + 6) % 7));
}

/** Whether it is a day at all; which weeks may be given, the server knows. */
export const weekProblem = (typed: string): string | null =>
  /^\d{4}-\d{2}-\d{2}$/.test(typed) ? null : fieldTexts.format;

/** The Mondays of the weeks that may be given to somebody. */
export const dutyWeeks = (now: Date): string[] =>
  Array.from({ length: DUTY_WEEKS }, (_, i) => addDays(weekOf(now), 7 * i));

/** «30.11. bis 6.12.2026» of the week with this Monday. */
export function weekText(week: string): string {
  const [from, to] = [week, addDays(week, 6)].map((day) => day.split('-').map(Number));
  return `${from![2]}.${from![1]}. bis ${to![2]}.${to![1]}.${to![0]}`;
}
