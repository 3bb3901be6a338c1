import { discountOf, emailProblem, tidyEmail } from '@samtrot/shared/accounts/rules.ts';
import { addCalendarDays, instantOf } from '@samtrot/shared/kernel/calendar.ts';
import { formatNumber } from '@samtrot/shared/kernel/format.ts';
import { lengthProblem, tidyLine } from '@samtrot/shared/kernel/text.ts';
import { isCalendarDate } from '@samtrot/shared/kernel/wall-time.ts';
import { UsageError } from './command.ts';

type Value = string | boolean | undefined;

/** @throws UsageError with what was expected, for each of these. */
export function email(value: string): string {
  const problem = emailProblem(value);
  if (problem) throw new UsageError(`${problem} (${value})`);
  return tidyEmail(value);
}

export function wholeNumber(name: string, value: Value, min: number, max: number): number {
  if (typeof value !== 'string') throw new UsageError(`${name} fehlt.`);
  const number = /^-?\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw new UsageError(
    `${name} muss eine ganze Zahl von ${formatNumber(min)} bis ${formatNumber(max)} sein.`,
  );
}

export function discount(name: string, value: Value): number {
  if (typeof value !== 'string') throw new UsageError(`${name} fehlt.`);
  const percent = discountOf(value);
  if (percent !== null) return percent;
  throw new UsageError(
    `${name} muss eine Zahl von 0 bis 100 sein, mit höchstens einer Stelle nach dem Punkt (12.5).`,
  );
}

export function line(name: string, value: Value, max: number): string {
  const text = typeof value === 'string' ? tidyLine(value) : '';
  if (text === '') throw new UsageError(`${name} fehlt.`);
  const problem = lengthProblem(text, 1, max);
  if (problem) throw new UsageError(`${name}: ${problem}`);
  return text;
}

/** The instant after the whole Swiss day, so that the day itself still counts. */
export function endOfDay(name: string, value: string): Date {
  if (!isCalendarDate(value)) throw new UsageError(`${name} muss ein Tag wie 2027-01-31 sein.`);
  return addCalendarDays(instantOf(value, '00:00'), 1);
}

/** One of these words. @throws UsageError */
export function oneOf<T extends string>(name: string, known: readonly T[], given: unknown): T {
  const found = known.find((one) => one === given);
  if (!found) throw new UsageError(`${name} muss eines von ${known.join(', ')} sein.`);
  return found;
}
