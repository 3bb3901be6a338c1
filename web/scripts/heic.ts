import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { runInNewContext } from 'node:vm';
import type { Plugin } from 'vite';

const require = createRequire(import.meta.url);

/**
 * The decoder of HEIC pictures as a worker of our own origin. The package starts it from a blob,
 * which the content policy refuses; what it would put into that blob is a text of its module, and
 * stands here as a file, loaded only for such a picture.
 */
export function heicWorker(): Plugin {
  const source = workerSource();
  const fileName = `assets/heic-${createHash('sha256').update(source).digest('hex').slice(0, 8)}.js`;
  return {
    name: 'heic-worker',
    config: () => ({ define: { HEIC_WORKER: JSON.stringify(`/${fileName}`) } }),
    generateBundle() {
      this.emitFile({ type: 'asset', fileName, source });
    },
    configureServer({ middlewares }) {
      middlewares.use(`/${fileName}`, (_request, response) => {
        response.setHeader('content-type', 'text/javascript');
        response.end(source);
      });
    },
  };
}

function workerSource(): string {
  const module = readFileSync(require.resolve('heic-to/csp'), 'utf8');
  const begin = module.indexOf("'(()=>{");
  // A literal in single quotes ends at the first one that no backslash stands before.
  const literal = begin === -1 ? undefined : /^'(?:[^'\\]|\\.)*'/s.exec(module.slice(begin))?.[0];
  if (!literal?.includes('HeifDecoder')) throw new Error('heic-to holds its worker elsewhere now');
  return String(runInNewContext(literal));
}
