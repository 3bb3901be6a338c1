import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { imageProcessor } from '../../adapters/images/image-processor.ts';
import type { ImageProcessor } from '../../modules/media/ports.ts';
import type { Logger } from '../../platform/log.ts';

let shared: ImageProcessor | undefined;
let newest: Logger;

/** Longer than any run: between two pictures of the tests there may be minutes. */
const IDLE_MS = 24 * 60 * 60_000;

/**
 * The picture workers of this process, which all its worlds share: a start of one takes longer than
 * most pictures. What they log goes to the newest world.
 */
export function sharedImages(log: Logger): ImageProcessor {
  newest = log;
  if (shared) return shared;
  // Empty, and the same for all processes: workers see nothing of it.
  const dataDir = join(tmpdir(), 'samtrot-pictures');
  const forwarded = new Proxy(log, { get: (_, name) => Reflect.get(newest, name, newest) });
  shared = imageProcessor({ log: forwarded, dataDir, idleMs: IDLE_MS });
  return shared;
}
