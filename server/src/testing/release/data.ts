/**
 * `npm run release:data -- DATA_DIR`: keeps the data of a running demo, made by the code of a
 * release, for the test of the upgrade from it (RUN-18). Start that release on an empty folder
 * first.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { diskStorage } from '../../adapters/storage/disk.ts';
import { backUp } from '../../app/backup/backup.ts';
import { VERSION } from '../../app/version.ts';
import { RELEASE_DATA } from './last.ts';

const [dataDir] = process.argv.slice(2);
if (!dataDir) throw new Error('Which DATA_DIR?');
const folder = mkdtempSync(join(tmpdir(), 'samtrot-release-data-'));
const target = join(folder, 'data');
mkdirSync(target);
const identity = await generateIdentity();
const storeIn = (name: string) => diskStorage(join(dataDir, name));
const report = await backUp({
  url: readFileSync(join(dataDir, 'postgres/connection'), 'utf8').trim(),
  target,
  to: await identityToRecipient(identity),
  stores: {
    media: storeIn('media'),
    papers: storeIn('papers'),
    attachments: storeIn('attachments'),
  },
  version: VERSION,
  now: new Date(),
});
writeFileSync(join(target, 'identity.txt'), `${identity}\n`);
copyFileSync(join(dataDir, 'data-key'), join(target, 'data-key.txt'));
execFileSync('tar', [
  '--owner=0',
  '--group=0',
  '--sort=name',
  '-C',
  target,
  '-cf',
  RELEASE_DATA,
  '.',
]);
rmSync(folder, { recursive: true });
console.log(report);
