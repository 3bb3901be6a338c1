/** Formats the time since `start` (`performance.now()`). */
export function took(start: number): string {
  const seconds = Math.round((performance.now() - start) / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
