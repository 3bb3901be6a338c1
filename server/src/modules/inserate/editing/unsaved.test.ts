import {
  getInserat,
  type InseratContent,
  keepInserat,
  saveInserat,
} from '@samtrot/shared/inserate/contract.ts';
import { pushInserat, storyInserat } from '@samtrot/shared/inserate/lifecycle-contract.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import { FORBIDDEN_OFFER_TEXT } from '@samtrot/shared/moderation/rules.ts';
import { expect, test } from 'vitest';
import { type AdFixture, ad, adStage } from '../../../testing/listings/inserate.ts';
import { changeEdits } from '../../../testing/world/encrypted-rows.ts';
import { START } from '../../../testing/world/world.ts';

let { world, on, user } = {} as AdFixture;
adStage((given) => ({ world, on, user } = given), { credits: 500 });

const week = { inserat_typ: '1_week' } as const;
const read = async (id: number) =>
  (await user.call(getInserat, { inserat_id: id })).body as {
    inserat: InseratContent;
    unsaved: InseratContent | null;
  };
/** What the editor shows. */
const shown = async (id: number) => {
  const { inserat, unsaved } = await read(id);
  return (unsaved ?? inserat).titel;
};

test.each(['keepInserat', 'saveInserat'])(
  'what %s keeps of an ad that ended with unsaved changes is what the editor shows next [EDI-21, EDI-28]',
  async (name) => {
    const { id } = await on.place(user, { ...week });
    await user.call(keepInserat, ad(id, { ...week, titel: 'Zuerst getippt' }));
    world.clock.set(new Date(START.getTime() + 8 * DAY_MS));
    expect(await shown(id)).toBe('Zuerst getippt');
    const typed = ad(id, { ...week, titel: 'Nach dem Ende getippt' });
    if (name === 'keepInserat') await user.call(keepInserat, typed);
    else await user.call(saveInserat, { ...typed, post_status: 'draft' });
    expect(await shown(id)).toBe('Nach dem Ende getippt');
  },
);

const planned = {
  ...week,
  publish_option: 'Planen',
  publish_date: '2026-11-25',
  publish_time: '08:30',
} as const;
const noon = { date: '2026-11-25', time: '12:00' };

test('a push bought on the list stays when an editor that does not know of it saves [INS-31, EDI-28]', async () => {
  const { id, body } = await on.place(user, planned);
  await user.call(keepInserat, ad(id, { ...planned, titel: 'Noch nicht gesichert' }));
  const { version } = (await user.call(getInserat, { inserat_id: id })).body.inserat;
  expect(body.charged).toBe(45);
  await user.call(pushInserat, { inserat_id: id });
  expect((await read(id)).unsaved?.date_time_pushes).toEqual([noon]);
  const stale = await on.place(user, { inserat_id: id, ...planned, version });
  expect(stale).toMatchObject({ status: 409, body: { code: 'VERSION_CONFLICT' } });
  expect((await read(id)).inserat.date_time_pushes).toEqual([noon]);
});

type Edits = Record<string, unknown>;
test.each<[string, (edits: Edits) => object, string]>([
  ['with a member missing', ({ push_times: _times, ort: _ort, ...edits }) => edits, 'Altstadt'],
  ['with one too many', (edits) => ({ ...edits, frueher: { a: 1 } }), 'Neustadt'],
  [
    'with a wrong type',
    (edits) => ({ ...edits, ort: 7, cantons: 'ZH', push_times: null }),
    'Altstadt',
  ],
])(
  'edits of an ad stored by another version, %s, are read and pushed over [FIX-21]',
  async (_what, stored, ort) => {
    const { id, body } = await on.place(user, {
      ...planned,
      ort: 'Altstadt',
      adresse_anzeigen: false,
    });
    const { cantons } = body.inserat;
    await user.call(
      keepInserat,
      ad(id, {
        ...planned,
        titel: 'Noch nicht gesichert',
        ort: 'Neustadt',
        adresse_anzeigen: false,
      }),
    );
    await changeEdits(world, 'inserat', id, stored);
    const { unsaved } = await read(id);
    expect(unsaved).toMatchObject({ titel: 'Noch nicht gesichert', ort, cantons, push_times: [] });
    expect(unsaved).not.toHaveProperty('frueher');
    expect((await user.call(pushInserat, { inserat_id: id })).status).toBe(200);
    expect((await read(id)).unsaved).toEqual({ ...unsaved, date_time_pushes: [noon] });
  },
);

test('a dated push that came while the editor stood open is not in the way of saving [EDI-89, EDI-28]', async () => {
  const { id } = await on.place(user, { ...week, date_time_pushes: [noon] });
  const at = new Date('2026-11-25T11:00:00Z');
  world.clock.set(at);
  await world.runTasks('publication/clock');
  world.clock.set(new Date(at.getTime() + 5 * 60_000));
  const saved = await on.place(user, {
    inserat_id: id,
    ...week,
    titel: 'Danach gesichert',
    expected_total: 0,
    date_time_pushes: [noon],
  });
  expect(saved.body).toMatchObject({
    success: true,
    charged: 0,
    inserat: { date_time_pushes: [] },
  });
  // One that was never bought is refused all the same.
  const past = [{ date: '2026-11-25', time: '11:00' }];
  const refused = await on.place(user, { inserat_id: id, ...week, date_time_pushes: past });
  expect(refused.body.errors).toEqual({ date_time_pushes: 'Dieser Zeitpunkt ist schon vorbei' });
});

test('a start in the first pass of a repeated hour is refused once that is over [EDI-96]', async () => {
  world.clock.set(new Date('2027-10-31T01:10:00Z'));
  const fold = { publish_date: '2027-10-31', publish_time: '02:30' };
  const { body } = await on.place(user, { ...planned, ...fold });
  expect(body.errors).toEqual({ publish_time: 'Dieser Zeitpunkt ist schon vorbei' });
});

test('a description is never nested deeper than twenty [EDI-52]', async () => {
  const beschreibung = `${'<ul><li>'.repeat(2_000)}Gute Gespräche am See${'</li></ul>'.repeat(2_000)}`;
  const { body } = await on.place(user, { beschreibung });
  expect(body.inserat.beschreibung.match(/<ul>/g)?.length).toBeLessThanOrEqual(10);
  expect(body.inserat.beschreibung).toContain('Gute Gespräche am See');
});

test('the title of a story makes no forbidden offer either [INS-51]', async () => {
  const offer = { ...week, story_title: 'AO Service' };
  const { id, body } = await on.place(user, offer);
  const image = {
    account_id: user.userId,
    inserat_id: id,
    content_id: 'x',
    name: '',
    width: 1,
    height: 1,
    widths: [1],
  };
  await world.db
    .insertInto('image')
    .values({ ...image, placeholder: '', position: 0, created_at: START })
    .execute();
  const inEditor = await on.place(user, { inserat_id: id, ...offer, story_posted: true });
  const onList = await user.call(storyInserat, { inserat_id: id });
  expect([body.success, inEditor.body.errors, onList.body.errors]).toEqual([
    true,
    { story_title: FORBIDDEN_OFFER_TEXT },
    { story_title: FORBIDDEN_OFFER_TEXT },
  ]);
});
