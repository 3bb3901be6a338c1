import { endShellWorker } from './shell-worker.ts';

/**
 * Empties what this browser keeps of a login. How pages look on this device, and how they are left,
 * is no secret and stays.
 */
export function emptyStorage(): void {
  endShellWorker();
  const theme = localStorage.getItem('theme');
  const neutral = localStorage.getItem('neutral');
  const stay = localStorage.getItem('stay-logged-in');
  const veiled = localStorage.getItem('preview-veiled');
  localStorage.clear();
  sessionStorage.clear();
  if (theme !== null) localStorage.setItem('theme', theme);
  if (neutral !== null) localStorage.setItem('neutral', neutral);
  if (stay !== null) localStorage.setItem('stay-logged-in', stay);
  if (veiled !== null) localStorage.setItem('preview-veiled', veiled);
}
