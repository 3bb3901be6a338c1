import { join } from 'node:path';
import { diskStorage, usedShare } from '../adapters/storage/disk.ts';
import { s3Storage } from '../adapters/storage/s3.ts';
import type { FileStore } from '../modules/media/ports.ts';
import type { Config } from './config.ts';

/** The file stores: in the data folder or in a bucket. */
export function storages({ dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>) {
  const under = (folder: string): FileStore =>
    s3
      ? s3Storage({ ...s3, prefix: `${s3.prefix}${folder}/` })
      : diskStorage(join(dataDir, folder));
  const media = under('media');
  return {
    media,
    documents: under('papers'),
    exports: under('exports'),
    attachments: under('attachments'),
    /**
     * Used share of the fuller volume; uploads are on disk first, wherever they are stored later.
     */
    async room(): Promise<number | null> {
      const shares = [await media.room(), await usedShare(dataDir)].filter(
        (share) => share !== null,
      );
      return shares.length > 0 ? Math.max(...shares) : null;
    },
  };
}
