import { getHolds } from '@samtrot/shared/holds/contract.ts';
import type { HoldReasons, ReasonId } from '@samtrot/shared/holds/reason-rules.ts';
import * as contract from '@samtrot/shared/holds/staff-contract.ts';
import { HOLD_REASONS } from '@samtrot/shared/testing/hold-reasons.ts';
import { expect, test } from 'vitest';
import { type AdFixture, adStage } from '../../testing/listings/inserate.ts';
import { releasedVersion } from '../../testing/world/catalogue.ts';
import { staffOf } from '../../testing/world/staff.ts';

let fixture: AdFixture;
adStage(
  (given) => {
    fixture = given;
  },
  { credits: 1000 },
);

/** A released version in which this reason says something else. */
const changed = (id: ReasonId, more: Partial<HoldReasons[ReasonId]>) =>
  releasedVersion(fixture.world, 'hold_reasons', {
    ...HOLD_REASONS,
    [id]: { ...HOLD_REASONS[id], ...more },
  });
const held = async (reason: ReasonId, more = {}) => {
  const { on, user, world } = fixture;
  const { id } = await on.place(user, { inserat_typ: '1_week' });
  const moderator = await staffOf(world, 'moderator');
  const answer = await moderator.call(contract.hold, {
    ...{ object: { type: 'inserat', id }, kind: 'blocked', reason },
    ...more,
  });
  return { ...answer, id, moderator };
};

test('the house reads the reasons as the catalogue has them, first those of the specification [BOF-25, BOF-109]', async () => {
  const moderator = await staffOf(fixture.world, 'moderator');
  const read = async () => (await moderator.call(contract.holdReasons, {})).body.reasons;
  expect(await read()).toEqual(HOLD_REASONS);
  await changed('doppelt', { label: 'Mehrfach' });
  expect((await read()).doppelt.label).toBe('Mehrfach');
});

test('the owner reads name and sentence of the valid version, and of what was held before its sentence stays [BOF-25, BOF-109]', async () => {
  const { user, world } = fixture;
  await held('doppelt');
  await changed('doppelt', {
    label: 'Mehrfach',
    sentence: 'Das steht mehr als einmal online. Bitte lösche eines davon.',
  });
  await held('doppelt');
  const { holds } = (await user.call(getHolds, {})).body;
  const read: { reason: string; text: string }[] = holds;
  expect(read.map(({ reason, text }) => [reason, text]).toSorted()).toEqual([
    ['Mehrfach', 'Das steht mehr als einmal online. Bitte lösche eines davon.'],
    ['Mehrfach', HOLD_REASONS.doppelt.sentence],
  ]);
  const mail = JSON.stringify((await world.mails(user.email)).at(-1));
  expect(mail).toContain('Grund: Mehrfach');
  expect(mail).toContain('Das steht mehr als einmal online.');
});

test('kinds and fields are those of the valid version [BOF-25, BOF-109]', async () => {
  const wish = { kind: 'revise', fields: ['titel'] };
  expect((await held('betrug', wish)).body.errors).toEqual({
    kind: 'Dieser Grund erlaubt das nicht.',
  });
  await changed('betrug', { revise: true });
  expect((await held('betrug', wish)).body.errors).toEqual({
    fields: 'Dieser Grund betrifft andere Felder.',
  });
  await changed('betrug', { revise: true, fields: ['titel'] });
  expect((await held('betrug', wish)).body.hold.kind).toBe('revise');
});

test('a final decision refunds by the valid version [BOF-33, BOF-109]', async () => {
  const { body, moderator } = await held('betrug');
  const preview = async () =>
    (await moderator.call(contract.finalPreview, { hold_id: body.hold.id })).body;
  expect(await preview()).toMatchObject({
    credits: 0,
    text: 'Bei diesem Grund wird nichts erstattet.',
  });
  await changed('betrug', { refunds: true });
  const { credits, text } = await preview();
  expect(credits).toBeGreaterThan(0);
  expect(text).toMatch(/^Zurück kommen \d+ Credits/);
});
