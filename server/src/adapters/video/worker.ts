/** A process of its own for one hostile video: when it dies, only this video is lost. Started by `video-processor.ts`. */
import { setPriority } from 'node:os';
import type { Answer, Job } from './messages.ts';
import { Refusal } from './messages.ts';

// Before any thread of FFmpeg starts, which inherits it: whoever waits for a page comes first.
setPriority(10);

process.once('message', async (job: Job) => {
  const tell = (answer: Answer) => process.send!(answer);
  try {
    const [{ rebuild }, { Log }, { AV_LOG_QUIET }] = await Promise.all([
      import('./rebuild.ts'),
      import('node-av/lib'),
      import('node-av/constants'),
    ]);
    // What it says of hostile files names paths and nobody reads it.
    Log.setLevel(AV_LOG_QUIET);
    const built = await rebuild(job, {
      seconds: (seconds) => tell({ seconds }),
      progress: (progress) => tell({ progress }),
    });
    tell({ built });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (/no space left|quota exceeded|ENOSPC|EDQUOT/i.test(reason)) return tell({ full: true });
    tell({ failure: error instanceof Refusal ? error.code : 'unreadable', reason });
  }
});

// The server is gone, so is the work.
process.on('disconnect', () => process.exit());
