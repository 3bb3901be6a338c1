import type { Output } from '@samtrot/shared/kernel/action.ts';
import { AppError, invalid } from '@samtrot/shared/kernel/errors.ts';
import type * as contract from '@samtrot/shared/money-desk/contract.ts';
import type { Actors, OwnCtx, StaffCtx } from '../../platform/action.ts';
import { isBase64 } from '../../platform/base64.ts';
import type { CaseDeps } from './cases.ts';

/** Reads a file of the bank (BOF-100). @throws INVALID_INPUT at `content`, PAYMENT_UNAVAILABLE */
export async function readFile(
  { now, actor }: OwnCtx<Actors['staff']>,
  { bank }: CaseDeps,
  content: string,
): Promise<Output<typeof contract.importStatement>> {
  if (!bank) throw new AppError('PAYMENT_UNAVAILABLE');
  if (!content || !isBase64(content)) throw invalid({ content: 'Das ist keine Datei.' });
  const { id, known } = await bank.read(Buffer.from(content, 'base64'), { now, actor });
  return { job_id: id, known };
}

/** @throws NOT_FOUND, PAYMENT_UNAVAILABLE */
export async function importStatus(
  { db }: StaffCtx,
  { bank }: CaseDeps,
  id: number,
): Promise<Output<typeof contract.importStatus>> {
  if (!bank) throw new AppError('PAYMENT_UNAVAILABLE');
  const { notBooked, withoutParts, ...figures } = await bank.importOf(db, id);
  return { ...figures, not_booked: notBooked, without_parts: withoutParts };
}
