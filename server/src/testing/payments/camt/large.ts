import { statement } from './statement.ts';

/** A statement of about so many bytes, all its bookings credits without a reference. */
export function largeStatement(bytes: number): { file: Buffer; count: number } {
  const text = statement([{ amount: 5_000, booking: 'NUMMER' }]).toString();
  const [entry] = /<Ntry>[\s\S]*<\/Ntry>/.exec(text) as unknown as [string];
  const [head, foot] = text.split(entry) as [string, string];
  const count = Math.floor((bytes - head.length - foot.length) / (entry.length + 2));
  const entries = Array.from({ length: count }, (_, n) => entry.replace('NUMMER', `B${n}`));
  return { file: Buffer.from(head + entries.join('\n') + foot), count };
}
