import { deleteInseratImage, saveInseratImage } from '@samtrot/shared/media/contract.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { advertisers } from '../../../testing/listings/inserate.ts';
import { dataUrl, quarters } from '../../../testing/media/images.ts';
import { waiters } from '../../../testing/process/gate.ts';
import { testWorld } from '../../../testing/world/world.ts';
import { lockContent } from '../store.ts';
import { restoreImage } from './removed.ts';

test('a picture comes back just as its files are about to be removed [EXP-72]', async () => {
  await using world = await testWorld();
  const on = advertisers(world);
  const user = await on.rich(500);
  const { id } = await on.place(user, { post_status: 'draft' });
  const base64ImageString = dataUrl(await quarters(40, 20).jpeg().toBuffer());
  const { body } = await user.call(saveInseratImage, { inserat_id: id, base64ImageString });
  const { attachment_id } = body.image;
  expect((await user.call(deleteInseratImage, { attachment_id })).status).toBe(200);
  const { content_id } = await world.db
    .selectFrom('removed_image')
    .select('content_id')
    .executeTakeFirstOrThrow();

  let removal: Promise<unknown> | undefined;
  await world.db.transaction().execute(async (db) => {
    await lockContent(db, content_id, 'shared');
    removal = world.runTasks('media/removal');
    await expect.poll(() => waiters(world.pool, 'advisory')).toHaveLength(1);
    // Waiting for the removal, which waits for this, it would be the one that is aborted.
    await sql`set local lock_timeout = '300ms'`.execute(db);
    await restoreImage(db, user.userId, attachment_id);
  });
  await removal;
  const [ad] = await on.list(user);
  expect(ad!.imageSources).toMatchObject([{ attachment_id }]);
  expect(await world.db.selectFrom('file_removal').selectAll().execute()).toEqual([]);
  expect(world.defects).toEqual([]);
});
