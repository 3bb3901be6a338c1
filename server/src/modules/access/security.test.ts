import { getSecurity } from '@samtrot/shared/access/security-contract.ts';
import { judge } from '@samtrot/shared/access/security-rules.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withApp, withPasskey } from '../../testing/world/factors.ts';
import { type Caller, testWorld, type World } from '../../testing/world/world.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

/** As the page Sicherheit judges what the call says. */
async function judgementOf(who: Caller) {
  const { body } = await who.call(getSecurity, {});
  const { title, step } = judge({
    emailConfirmed: body.email_confirmed,
    newLogin: body.new_logins.length > 0,
    passkeys: body.passkeys,
    factor: body.factor,
    recoveryCodesLeft: body.recovery_codes_left,
  });
  return [title, step?.label ?? null];
}

test('four accounts are judged by what protects each, with its one next step [EXP-79]', async () => {
  const [unproven, bare, quick, safe] = [
    await world.user({ confirmed: false }),
    await world.user({ confirmed: true }),
    await world.user({ confirmed: true }),
    await world.user({ confirmed: true }),
  ];
  await withPasskey(world, quick);
  await withPasskey(world, safe);
  await withApp(world, safe);
  expect(await judgementOf(unproven)).toEqual(['Bitte handeln', 'E-Mail-Adresse bestätigen']);
  expect(await judgementOf(bare)).toEqual(['Geht besser', 'Passkey hinzufügen']);
  expect(await judgementOf(quick)).toEqual(['Gut geschützt', 'Zweiten Schritt einrichten']);
  expect(await judgementOf(safe)).toEqual(['Gut geschützt', null]);
});

test('of ten codes the last ones ask for new ones, and none left for action [EXP-79, ACC-32]', async () => {
  const user = await world.user({ confirmed: true });
  await withApp(world, user);
  const use = (count: number) =>
    world.db
      .updateTable('recovery_code')
      .set({ used_at: world.clock.now() })
      .where('account_id', '=', user.userId)
      .where('code_hash', 'in', (codes) =>
        codes
          .selectFrom('recovery_code')
          .select('code_hash')
          .where('account_id', '=', user.userId)
          .where('used_at', 'is', null)
          .limit(count),
      )
      .execute();
  await use(6);
  expect(await judgementOf(user)).toEqual(['Gut geschützt', 'Passkey hinzufügen']);
  await use(1);
  expect(await judgementOf(user)).toEqual(['Geht besser', 'Neue Codes']);
  await use(3);
  expect(await judgementOf(user)).toEqual(['Bitte handeln', 'Neue Codes']);
});
