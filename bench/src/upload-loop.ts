import { randomBytes } from 'node:crypto';
import { serveJobs } from './child.ts';

export interface UploadJob {
  url: string;
  cookie: string;
  inseratId: number;
  /** Concurrent uploads. */
  uploads: number;
  bytes: number;
  /** Bytes per request. */
  part: number;
}

/** Uploads files in parts as the pages do; returns the seconds needed. */
serveJobs<UploadJob, number>(async ({ url, cookie, inseratId, uploads, bytes, part }) => {
  const content = randomBytes(part);
  const headers = { cookie, 'tus-resumable': '1.0.0' };
  const encoded = (text: string) => Buffer.from(text).toString('base64');
  const upload = async () => {
    const metadata = { inserat_id: String(inseratId), kind: 'video', filename: 'film.mp4' };
    const begun = await fetch(`${url}/media/uploads`, {
      method: 'POST',
      headers: {
        ...headers,
        'upload-length': String(bytes),
        'upload-metadata': Object.entries(metadata)
          .map(([key, value]) => `${key} ${encoded(value)}`)
          .join(','),
      },
    });
    if (begun.status !== 201) throw new Error(`${begun.status} ${await begun.text()}`);
    const place = url + begun.headers.get('location')!;
    for (let offset = 0; offset < bytes; offset += part) {
      const body = content.subarray(0, Math.min(part, bytes - offset));
      const more = {
        'upload-offset': String(offset),
        'content-type': 'application/offset+octet-stream',
      };
      const { status } = await fetch(place, {
        method: 'PATCH',
        headers: { ...headers, ...more },
        body,
      });
      if (status !== 204) throw new Error(`part at ${offset}: ${status}`);
    }
    await fetch(place, { method: 'DELETE', headers });
  };
  const begin = performance.now();
  await Promise.all(Array.from({ length: uploads }, upload));
  return (performance.now() - begin) / 1000;
});
