import type { ByteRange } from '../ports.ts';

/**
 * The requested range of a file; undefined for the whole file, `unsatisfiable` if outside (RFC
 * 9110, 14.1). Multiple ranges, other units and invalid values count as none.
 */
export function rangeOf(
  header: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | undefined {
  const [, first, last] = /^bytes=[ \t]*(\d{0,15})-(\d{0,15})[ \t]*$/i.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || first + last === '') return undefined;
  if (first === '') {
    // A suffix range.
    return Number(last) === 0 || size === 0
      ? 'unsatisfiable'
      : { start: Math.max(size - Number(last), 0), end: size - 1 };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return undefined;
  if (start >= size) return 'unsatisfiable';
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}
