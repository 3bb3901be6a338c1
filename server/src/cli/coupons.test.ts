import { applyCoupon } from '@samtrot/shared/coupons/contract.ts';
import { COUPON_CODE, tidyCouponCode } from '@samtrot/shared/coupons/rules.ts';
import { coupons as couponSeries, createCoupons } from '@samtrot/shared/coupons/staff-contract.ts';
import { approve } from '@samtrot/shared/staff/approval-contract.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as coupons from '../modules/coupons/service.ts';
import { personOf, runCommand } from '../testing/world/command.ts';
import { keepStaffLogins, staffOf } from '../testing/world/staff.ts';
import { START, testWorld, type World } from '../testing/world/world.ts';
import type { Command, Outcome } from './command.ts';
import { couponCreate, couponList } from './coupons.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

type Options = Parameters<Command['prepare']>[1];

const perform = (command: Command, places: string[], options: Options): Promise<Outcome> =>
  runCommand(world, command, places, options);
const list = async (options: Options = {}) => {
  const { text, data } = await perform(couponList, [], options);
  return { lines: text.split('\n'), rows: data.coupons };
};

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const rest = (digits: string) =>
  Number([...digits].reduce((n, digit) => n * 32n + BigInt(CROCKFORD.indexOf(digit)), 0n) % 37n);

test('without coupons the list says so [GUT-45]', async () => {
  expect(await list()).toEqual({ lines: ['Es gibt keine Gutscheine.'], rows: [] });
});

test('a generated code has twelve unambiguous random digits and a check digit [CON-10, GUT-36]', () => {
  const codes = Array.from({ length: 2000 }, coupons.randomCode);
  expect(new Set(codes).size).toBe(2000);
  for (const code of codes) {
    expect(code).toMatch(COUPON_CODE);
    expect(code).toMatch(/^[\dA-HJKMNP-TV-Z]{13}$/);
    expect(CROCKFORD[rest(code.slice(0, 12))]).toBe(code[12]);
  }
  // Every digit comes at every place, about as often as any other.
  for (let place = 0; place < 12; place++)
    for (const digit of CROCKFORD)
      expect(codes.filter((code) => code[place] === digit).length).toBeGreaterThan(20);
});

test('it is shown in groups, and typed so it is the same code [GUT-35]', async () => {
  expect(coupons.inGroups('7K3M9QXT2VBN5')).toBe('7K3M 9QXT 2VBN5');
  const { text, data } = await perform(couponCreate, [], { credits: '5' });
  const shown = text.match(
    /^Der Gutschein (\w{4} \w{4} \w{5}) über 5 Credits ist angelegt: von jedem Konto/,
  )![1]!;
  expect(tidyCouponCode(shown.toLowerCase())).toBe(data.code);
  const user = await world.user();
  const answer = await user.raw('apply_coupon', { payload: { coupon_code: shown } });
  expect(answer.body).toMatchObject({ success: true, credits: 5 });
});

test('the list is newest first, with uses and last day, and hides the codes unless requested [BOF-139, GUT-45]', async () => {
  const later = (minutes: number) => world.clock.set(new Date(START.getTime() + minutes * 60_000));
  later(1);
  await perform(couponCreate, ['sommer-27'], { credits: '25', uses: '3', expires: '2026-11-30' });
  later(2);
  await perform(couponCreate, ['EIN'], { credits: '1' });
  const user = await world.user();
  expect((await user.raw('apply_coupon', { payload: { coupon_code: 'SOMMER-27' } })).status).toBe(
    200,
  );

  const hidden = await list();
  expect(hidden.lines.slice(0, 2)).toEqual([
    'E•N  1 Credit  0 von beliebig vielen eingelöst  ohne Ablauf',
    'SO•••••27  25 Credits  1 von 3 eingelöst  bis und mit 2026-11-30',
  ]);
  expect(hidden.rows).toMatchObject([
    { code: 'E•N', credits: 1, uses: 0, of: null, expires: null, expired: false },
    { code: 'SO•••••27', credits: 25, uses: 1, of: 3, expires: '2026-11-30', expired: false },
    { credits: 5, uses: 1 },
  ]);
  const read = () =>
    world.db
      .selectFrom('audit')
      .select(['actor', 'object', 'right', 'after'])
      .where('action', '=', 'coupon_codes_read')
      .execute();
  expect(await read()).toEqual([]);
  expect((await list({ full: true })).lines[1]).toMatch(/^SOMMER-27 {2}25 Credits/);
  // Whole codes leave a line, as where they are downloaded.
  expect(await read()).toMatchObject([
    {
      actor: 'cli',
      object: 'coupon:alle',
      right: 'coupon.manage',
      after: { codes: 3 },
    },
  ]);

  world.clock.set(new Date('2026-11-30T22:59:59.999Z'));
  expect((await list()).lines[1]).toMatch(/bis und mit 2026-11-30$/);
  world.clock.set(new Date('2026-11-30T23:00:00Z'));
  expect((await list()).lines[1]).toMatch(/abgelaufen am 2026-11-30$/);
});

test('what a person makes counts against her limit; above it a second one decides [BOF-101, BOF-102]', async () => {
  const [finance, owner] = [await staffOf(world, 'finance'), await staffOf(world, 'owner')];
  await keepStaffLogins(world);
  const make = (code: string, options: Options) =>
    runCommand(world, couponCreate, [code], options, {}, personOf(world, finance, 'finance'));
  const counts = async (code: string) =>
    (await (await world.user()).call(applyCoupon, { coupon_code: code })).status;
  await expect(make('OHNE-GRUND', { credits: '1', uses: '1' })).rejects.toThrow('--reason fehlt.');
  const reason = 'Messe im Winter.';
  await make('KLEIN-1', { credits: '10', uses: '15', reason });
  expect(await counts('KLEIN-1')).toBe(200);
  const [listed] = (await finance.call(couponSeries, {})).body.series;
  expect(listed).toMatchObject({ max_uses: 15, per_account: 1, code: 'KL•••-1' });
  // On the screen it counts, too.
  const wish = { name: 'Reihe', code: 'SCHIRM-1', credits: 10, uses: 6, reason };
  expect((await finance.call(createCoupons, wish)).status).toBe(202);
  // Without a number of uses nothing ends it.
  const { text, data } = await make('GROSS-1', { credits: '10', reason });
  expect(text).toMatch(/^Zur Freigabe vorgelegt.*GROSS-1$/);
  expect(await counts('GROSS-1')).toBe(409);
  const { approval_id } = data as { approval_id: number };
  expect((await finance.call(approve, { approval_id })).body.code).toBe('SAME_PERSON');
  expect((await owner.call(approve, { approval_id })).body).toMatchObject({ state: 'approved' });
  expect(await counts('GROSS-1')).toBe(200);
  const lines = await world.db
    .selectFrom('audit')
    .select(['staff_id', 'right', 'reason', 'after'])
    .where('action', '=', 'coupon_created')
    .where('staff_id', 'is not', null)
    .orderBy('id')
    .execute();
  expect(lines).toMatchObject([
    { staff_id: finance.staffId, right: 'coupon.manage', reason, after: { most: 150 } },
    { staff_id: owner.staffId, right: 'coupon.manage', reason, after: { approved: true } },
  ]);
});

test.each([
  ['ABC', 'A•C'],
  ['ABCDE', 'A•••E'],
  ['HERBST', 'HE••ST'],
  ['WILLKOMMEN-2026', `WI${'•'.repeat(11)}26`],
])('of the code %s others see %s [GUT-44]', (code, shown) => {
  expect(coupons.maskCode(code)).toBe(shown);
});
