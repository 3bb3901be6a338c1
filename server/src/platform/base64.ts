/**
 * Whether a text is base64, of whatever length. A pattern for the whole may remember each letter:
 * once a process has many patterns, V8 compiles the next ones without optimising them, and 14 MB
 * are a stack overflow.
 */
export function isBase64(text: string): boolean {
  const end = text.search(/[^A-Za-z\d+/]/);
  return end === -1 || /^={1,2}$/.test(text.slice(end));
}
