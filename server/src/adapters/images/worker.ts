/** A process of its own for hostile files: when one of them kills it, only this picture is lost. Started by `image-processor.ts`. */

import type { Job, Result } from './messages.ts';
import { develop, refusalOf, restrictLoaders } from './render.ts';

restrictLoaders();

process.on('message', async ({ bytes }: Job) => {
  const result: Result = await develop(bytes).then(
    (picture) => ({ picture }),
    (error: unknown) => ({ refusal: refusalOf(error) }),
  );
  process.send!(result);
});

// The server is gone, so is the work.
process.on('disconnect', () => process.exit());
