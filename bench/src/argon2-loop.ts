/** Process: password verification only, with the product's concurrency. */
import { hashPassword, verifyPassword } from '../../server/src/platform/crypto.ts';
import { serveJobs } from './child.ts';
import type { Rate } from './measure.ts';

const PARALLEL = 16;

serveJobs<{ seconds: number }, Rate>(async ({ seconds }) => {
  const password = 'Samt-und-Seide-24';
  const hash = await hashPassword(password);
  let checks = 0;
  const begin = performance.now();
  const end = begin + seconds * 1000;
  await Promise.all(
    Array.from({ length: PARALLEL }, async () => {
      for (; performance.now() < end; checks++) await verifyPassword(hash, password);
    }),
  );
  return { perSecond: (checks * 1000) / (performance.now() - begin) };
});
