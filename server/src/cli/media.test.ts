import { saveInseratImage } from '@samtrot/shared/media/contract.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { similarImages } from '../modules/media/service.ts';
import { advertisers } from '../testing/listings/inserate.ts';
import { dataUrl, quarters } from '../testing/media/images.ts';
import { commandLine } from '../testing/process/command-line.ts';
import { testWorld, type World } from '../testing/world/world.ts';

let world: World;
let on: ReturnType<typeof advertisers>;
beforeAll(async () => {
  world = await testWorld();
  on = advertisers(world);
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

async function samtrot(
  ...args: string[]
): Promise<{ code: number; output: Record<string, unknown> }> {
  const env = { DATABASE_URL: world.url, DATA_DIR: world.config.dataDir };
  const { code, out } = await commandLine({ env, clock: world.clock }, ...args, '--json');
  return { code, output: JSON.parse(out) };
}
const audits = (action: string) =>
  world.db
    .selectFrom('audit')
    .select(['actor', 'object', 'details'])
    .where('action', '=', action)
    .orderBy('id')
    .execute();

async function picture(quality = 80): Promise<number> {
  const user = await on.rich(0);
  const bytes = await quarters(200, 100).jpeg({ quality }).toBuffer();
  const base64ImageString = dataUrl(bytes);
  const answer = await user.call(saveInseratImage, {
    inserat_id: await on.blank(user),
    base64ImageString,
  });
  return answer.body.image.attachment_id;
}

test('media similar names the pictures that look alike, with their accounts [T-PRIV-06]', async () => {
  const [one, two] = [await picture(90), await picture(50)];
  const { code, output } = await samtrot('media', 'similar', String(one));
  expect(code).toBe(0);
  expect(output).toMatchObject({ ok: true, images: [{ id: two, distance: expect.any(Number) }] });
  const { phash } = await world.db
    .selectFrom('image')
    .select('phash')
    .where('id', '=', one)
    .executeTakeFirstOrThrow();
  const near = (hash: string, distance: number) =>
    world.db.transaction().execute((db) => similarImages(db, hash, distance));
  expect(await near(phash!, 0)).toContainEqual(expect.objectContaining({ id: one, distance: 0 }));
  const turned = phash!.replace(/./g, (bit) => (bit === '1' ? '0' : '1'));
  expect(await near(turned, 20)).toEqual([]);
  expect(await samtrot('media', 'similar', '999999999')).toMatchObject({
    code: 1,
    output: { ok: false },
  });
  for (const wrong of [['x'], ['1', '--distance', '65'], []])
    expect((await samtrot('media', 'similar', ...wrong)).code).toBe(2);
});

test('media rate says what a picture shows, in the operator’s name [MED-12]', async () => {
  const id = await picture();
  expect(await samtrot('media', 'rate', 'image', String(id), 'explizit')).toMatchObject({
    code: 0,
    output: { ok: true, id, rating: 'explizit' },
  });
  const row = world.db.selectFrom('image').select(['rating', 'rating_fixed']).where('id', '=', id);
  expect(await row.executeTakeFirst()).toEqual({ rating: 'explizit', rating_fixed: true });
  expect(await audits('media_rated')).toEqual([
    { actor: 'cli', object: `image:${id}`, details: { rating: 'explizit' } },
  ]);
  expect((await samtrot('media', 'rate', 'video', String(id), 'explizit')).code).toBe(1);
  for (const wrong of [
    ['paper', String(id), 'explizit'],
    ['image', 'x', 'explizit'],
    ['image', String(id), 'harmlos'],
  ])
    expect((await samtrot('media', 'rate', ...wrong)).code).toBe(2);
  expect(await audits('media_rated')).toHaveLength(1);
});

test('website accepts sets what a partner website shows at most [DEL-01]', async () => {
  await samtrot('website', 'add', 'Mondgarten', 'https://mondgarten.example');
  const accepts = async () =>
    (await world.db
      .selectFrom('website')
      .select('accepts')
      .where('name', '=', 'Mondgarten')
      .executeTakeFirst())!.accepts;
  expect(await accepts()).toBe('erotisch');
  expect((await samtrot('website', 'accepts', 'Mondgarten', 'jugendfrei')).code).toBe(0);
  expect(await accepts()).toBe('jugendfrei');
  expect(await audits('website_accepts')).toMatchObject([
    { actor: 'cli', details: { accepts: 'jugendfrei' } },
  ]);
  expect((await samtrot('website', 'accepts', 'Sonnengarten', 'jugendfrei')).code).toBe(1);
  expect((await samtrot('website', 'accepts', 'Mondgarten', 'alles')).code).toBe(2);
});
