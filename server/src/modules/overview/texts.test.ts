import { getClub, saveClub } from '@samtrot/shared/clubs/contract.ts';
import { getInserat, Inserat } from '@samtrot/shared/inserate/contract.ts';
import { searchTexts, state } from '@samtrot/shared/overview/contract.ts';
import { expect, test } from 'vitest';
import { wholeClub } from '../../testing/listings/clubs.ts';
import { type AdFixture, adStage } from '../../testing/listings/inserate.ts';

let { world, on, user } = {} as AdFixture;
adStage((given) => ({ world, on, user } = given), { credits: 100 });

const LONG = `Ich mag Musik. ${'Gute Gespräche am See. '.repeat(10)}`.trim();
const HTML = `<p>Ich mag <strong>Musik</strong>.</p><p>${'Gute Gespräche am See. '.repeat(10)}</p><p>Auch ÖL &amp; Zeit für <em>dich</em></p>`;

const draft = async (beschreibung: string): Promise<number> =>
  (await on.place(user, { post_status: 'draft', beschreibung })).id;
const club = async (beschreibung: string): Promise<number> =>
  (await user.call(saveClub, wholeClub({ beschreibung, monate: 1 }))).body.club.ID;
const found = async (kind: 'inserat' | 'club', q: string): Promise<number[]> =>
  (await user.call(searchTexts, { kind, q })).body.ids;

test('state holds 160 plain characters of each description, the editors read all [INS-06, CLU-08]', async () => {
  const ad = await draft(HTML);
  const short = await draft('<p>Nur <em>kurz</em> &amp; gut</p>');
  const place = await club(LONG);
  const { Inserats, Clubs } = (await user.call(state, {})).body.state;
  const text = (id: number) => Inserats.find(({ ID }: Inserat) => ID === id).beschreibung;
  expect(text(ad)).toBe(`Ich mag Musik.\n${'Gute Gespräche am See. '.repeat(10)}`.slice(0, 160));
  expect(text(short)).toBe('Nur kurz & gut');
  expect(Clubs[0].beschreibung).toBe(LONG.slice(0, 160));
  const whole = (await user.call(getInserat, { inserat_id: ad })).body.inserat;
  expect(whole.beschreibung).toContain('Auch ÖL &amp; Zeit für <em>dich</em></p>');
  expect(Object.keys(Inserats[0])).toEqual(Object.keys(Inserat.shape));
  expect((await user.call(getClub, { club_id: place })).body.club.beschreibung).toBe(LONG);
});

test('the search reads whole descriptions as they read, whatever the case [INS-04, CLU-09]', async () => {
  const [far, near] = [await draft(HTML), await draft('<p>Ruhe und öl &amp; zeit</p>')];
  const other = await club(`${LONG} Mit Garten.`);
  expect((await found('inserat', ' ÖL & Zeit ')).sort()).toEqual([far, near]);
  expect(await found('inserat', 'zeit für dich')).toEqual([far]);
  expect(await found('inserat', 'strong')).toEqual([]);
  expect(await found('inserat', 'garten')).toEqual([]);
  expect(await found('club', 'garten')).toEqual([other]);
});

test('the search finds nothing of others and takes 1 to 100 characters [INS-04, CLU-09]', async () => {
  await draft(HTML);
  const stranger = await on.rich(0);
  expect((await stranger.call(searchTexts, { kind: 'inserat', q: 'musik' })).body.ids).toEqual([]);
  for (const q of ['', 'a'.repeat(101)])
    expect((await user.call(searchTexts, { kind: 'inserat', q })).status).toBe(422);
  expect((await world.visitor.call(searchTexts, { kind: 'club', q: 'a' })).status).toBe(401);
});
