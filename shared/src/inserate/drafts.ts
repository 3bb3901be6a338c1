import { DAY_MS } from '../kernel/time.ts';
import { BLANK_INSERAT, content, type InseratContent } from './content-contract.ts';
import { DRAFT_KEPT_MS } from './keeping-rules.ts';

/** For so long before, its card says when it goes. */
const NOTED_MS = 14 * DAY_MS;

/** When such a draft is deleted, as far as its card says so; null before. */
export function notedEnd(changedAt: Date, now: Date): Date | null {
  const end = new Date(changedAt.getTime() + DRAFT_KEPT_MS);
  return end.getTime() - now.getTime() <= NOTED_MS ? end : null;
}

/** Whether an ad holds nothing but the choice of its package, which makes no draft of it. */
export const holdsOnlyPackage = (form: Partial<InseratContent>): boolean =>
  (Object.keys(content) as (keyof InseratContent)[]).every(
    (name) =>
      name === 'inserat_typ' ||
      form[name] === undefined ||
      JSON.stringify(form[name]) === JSON.stringify(BLANK_INSERAT[name]),
  );
