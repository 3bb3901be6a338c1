import type { Task } from '../../platform/worker.ts';
import { type DigestDeps, sendDigest } from './service.ts';

/** Mails the digest at 07:00 Swiss time, or later if no worker was there. */
export const digestTask = (deps: DigestDeps): Task => ({
  name: 'digest/send',
  everyMs: 60_000,
  run: ({ db, now }) => sendDigest(db, now, deps),
});
