/** Files of more boxes than this at the top are no film of a phone. */
const MOST_BOXES = 64;
const HEAD = 16;

/**
 * Seconds that an MP4 or MOV says it lasts, or null where it does not say so. Read from the file
 * itself, because many a browser does not play what a phone has filmed.
 */
export async function secondsOf(file: Blob): Promise<number | null> {
  const movie = await boxIn(file, 'moov');
  const header = movie && (await boxIn(movie, 'mvhd'));
  if (!header) return null;
  const data = new DataView(await header.slice(0, 32).arrayBuffer());
  if (data.byteLength < 32) return null;
  const long = data.getUint8(0) === 1;
  const scale = data.getUint32(long ? 20 : 12);
  const lasts = long ? Number(data.getBigUint64(24)) : data.getUint32(16);
  return scale > 0 && lasts > 0 ? lasts / scale : null;
}

/** The content of the first box of this type, without reading what stands before it. */
async function boxIn(blob: Blob, wanted: string): Promise<Blob | null> {
  let at = 0;
  for (let box = 0; box < MOST_BOXES && at + 8 <= blob.size; box++) {
    const head = new DataView(await blob.slice(at, at + HEAD).arrayBuffer());
    const type = String.fromCharCode(...[4, 5, 6, 7].map((index) => head.getUint8(index)));
    const short = head.getUint32(0);
    const wide = short === 1 && head.byteLength === HEAD;
    const size = short === 0 ? blob.size - at : wide ? Number(head.getBigUint64(8)) : short;
    const start = at + (wide ? HEAD : 8);
    if (size < start - at) return null;
    if (type === wanted) return blob.slice(start, at + size);
    at += size;
  }
  return null;
}
