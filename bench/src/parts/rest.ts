import { setTimeout as wait } from 'node:timers/promises';
import { startHouse } from '../house.ts';
import { proportionalMb, residentMb } from '../product.ts';
import { bounded, type Row } from '../report.ts';

const REST_MS = 120_000;
const MOST_MB = 150;

/**
 * What each process of a house holds two minutes after its start. Resident counts the pages of Node
 * in each process that shares them, proportional divides them by the four processes of the house.
 */
export async function rest(): Promise<Row[]> {
  const { processes, stop } = await startHouse();
  try {
    await wait(REST_MS);
    return Object.entries(processes()).flatMap(([part, pid]) => {
      const at = (how: string, mb: number) =>
        bounded(`${part} of a house at rest, ${how}`, mb, MOST_MB, 'MB');
      return [at('resident', residentMb(pid)), at('proportional', proportionalMb([pid]))];
    });
  } finally {
    await stop();
  }
}
