/** Whether one of the tags in `If-None-Match` is this one, whatever its strength. */
export const isKnown = (header: string | undefined, etag: string): boolean =>
  header !== undefined && (header.trim() === '*' || header.split(',').some((tag) => plain(tag) === plain(etag)));

const plain = (tag: string) => tag.trim().replace(/^W\//, '');
