/** The only names in use: hashes and random values, without personal data or path separators. */
const NAME = /^[\da-f]{64}(-\d{1,5}\.webp|-\d{1,5}\.mp4|-poster\.webp|\.pdf|\.bin)$/;

export const isName = (name: string): boolean => NAME.test(name);

/** @throws Error for any other name */
export function checkName(name: string): string {
  if (!isName(name))
    throw new Error(`${JSON.stringify(name.slice(0, 100))} is no name of a stored file`);
  return name;
}
