import * as contract from '@samtrot/shared/partners/console-contract.ts';
import { consoleLogin, consoleMe } from '@samtrot/shared/partners/entry-contract.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addWebsite } from '../modules/partners/service.ts';
import { adBuilder } from '../testing/listings/ads.ts';
import { consoleCaller, cookieOf } from '../testing/world/console.ts';
import { START, testWorld, type World } from '../testing/world/world.ts';
import { DEMO_PASSWORD } from './demo.ts';
import { DEMO_PARTNER } from './demo-logins.ts';
import { assertNoDemoPartner, fillDemoPartner } from './demo-partner.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

test('the demo has a website person, an invitation, a dead letter and traffic; not production [BOF-124, BOF-126]', async () => {
  const { db } = world;
  await assertNoDemoPartner(db);
  const fill = () => fillDemoPartner({ db, now: START, publicUrl: world.config.publicUrl });
  // Without its website there is nobody.
  await fill();
  await assertNoDemoPartner(db);
  await db
    .transaction()
    .execute((sql) =>
      addWebsite(
        { db: sql, now: START, actor: { kind: 'cli' } },
        { name: DEMO_PARTNER.website, url: 'https://seite.example' },
      ),
    );
  await db
    .transaction()
    .execute((sql) =>
      addWebsite(
        { db: sql, now: START, actor: { kind: 'cli' } },
        { name: 'Andere', url: 'https://andere.example' },
      ),
    );
  await adBuilder(db).add();
  await fill();
  await fill();
  const { email } = DEMO_PARTNER;
  const answer = await consoleCaller(world).call(consoleLogin, { email, password: DEMO_PASSWORD });
  const person = consoleCaller(world, cookieOf(answer));
  const { website_id } = (await person.call(consoleMe, {})).body;
  const { body } = await person.call(contract.getPartner, { website_id });
  expect(body.dead).toBe(1);
  const { invitations } = (await person.call(contract.getPartnerPeople, { website_id })).body;
  expect(invitations).toMatchObject([{ email: DEMO_PARTNER.invited, role: 'read' }]);
  const { days } = (await person.call(contract.getPartnerTraffic, { website_id })).body;
  expect(days).toHaveLength(35);
  expect(days.every(({ reads, visits }: Record<string, number>) => reads! > 0 && visits! > 0)).toBe(
    true,
  );
  // The other website reads as well.
  const read = await db.selectFrom('website_key').select(['last_used_at']).execute();
  expect(read.map(({ last_used_at }) => last_used_at! <= START)).toEqual([true]);
  await expect(assertNoDemoPartner(db)).rejects.toThrow(email);
});
