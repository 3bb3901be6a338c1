/**
 * Worker process for one untrusted video, started by `video-processor.ts`; a crash loses one video.
 */
import { setPriority } from 'node:os';
import type { Answer, Job } from './messages.ts';
import { Refusal } from './messages.ts';

// Before FFmpeg starts threads, which inherit the lower priority; page requests come first.
setPriority(10);

const libraries = () =>
  Promise.all([import('./rebuild.ts'), import('node-av/lib'), import('node-av/constants')]);

process.once('message', async (job: Job) => {
  const send = (answer: Answer) => process.send!(answer);
  const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
  let loaded: Awaited<ReturnType<typeof libraries>>;
  try {
    loaded = await libraries();
  } catch (error) {
    return send({ missing: reasonOf(error) });
  }
  try {
    const [{ rebuild }, { Log }, { AV_LOG_QUIET }] = loaded;
    // Its messages contain paths.
    Log.setLevel(AV_LOG_QUIET);
    const built = await rebuild(job, {
      seconds: (seconds) => send({ seconds }),
      progress: (progress) => send({ progress }),
    });
    send({ built });
  } catch (error) {
    const reason = reasonOf(error);
    if (/no space left|quota exceeded|ENOSPC|EDQUOT/i.test(reason)) return send({ full: true });
    send({ failure: error instanceof Refusal ? error.code : 'unreadable', reason });
  }
});

// The server has exited.
process.on('disconnect', () => process.exit());
