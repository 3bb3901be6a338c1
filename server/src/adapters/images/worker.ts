/** A process of its own for hostile files: when one of them kills it, only this picture is lost. Started by `studio.ts`. */
import { develop, restrictLoaders } from './develop.ts';
import type { Job, Result } from './messages.ts';

restrictLoaders();

process.on('message', async ({ bytes }: Job) => {
  const result: Result = await develop(bytes).then(
    (picture) => ({ picture }),
    (error: unknown) => ({ unreadable: error instanceof Error ? error.message : String(error) }),
  );
  process.send!(result);
});

// The server is gone, so is the work.
process.on('disconnect', () => process.exit());
