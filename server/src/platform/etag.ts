/** Whether `If-None-Match` contains this tag, by weak comparison. */
export const matchesEtag = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header.trim() === '*' || header.split(',').some((tag) => plain(tag) === plain(etag)));

const plain = (tag: string) => tag.trim().replace(/^W\//, '');
