import { readFileSync } from 'node:fs';

const PAGE_BYTES = 4096;

/**
 * Resident memory of a worker, also where a program of the system stands around it. Where the system tells (Linux); elsewhere it is 0,
 * and the limit of pixels alone holds.
 */
export function residentBytes(pid: number | undefined): number {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
    const pages = [pid, ...children].map((one) => Number(readFileSync(`/proc/${one}/statm`, 'utf8').split(' ')[1]));
    return Math.max(...pages) * PAGE_BYTES;
  } catch {
    return 0;
  }
}
