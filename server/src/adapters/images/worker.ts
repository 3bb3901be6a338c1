/**
 * Worker process for untrusted images, started by `image-processor.ts`; a crash loses one image.
 */

import type { Job, Result } from './messages.ts';
import { refusalOf, render, restrictLoaders } from './render.ts';

restrictLoaders();

process.on('message', async ({ bytes }: Job) => {
  const result: Result = await render(bytes).then(
    (picture) => ({ picture }),
    (error: unknown) => ({ refusal: refusalOf(error) }),
  );
  process.send!(result);
});

// The server has exited.
process.on('disconnect', () => process.exit());
