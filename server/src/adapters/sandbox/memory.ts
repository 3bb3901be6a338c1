import { readFileSync } from 'node:fs';

const PAGE_BYTES = 4096;

/**
 * Resident memory of a worker, including wrapped processes; 0 where the system does not report it.
 */
export function residentBytes(pid: number | undefined): number {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
      .trim()
      .split(' ')
      .filter(Boolean);
    const pages = [pid, ...children].map((one) =>
      Number(readFileSync(`/proc/${one}/statm`, 'utf8').split(' ')[1]),
    );
    return Math.max(...pages) * PAGE_BYTES;
  } catch {
    return 0;
  }
}
