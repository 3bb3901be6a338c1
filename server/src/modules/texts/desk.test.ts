import {
  approve,
  declineApproval,
  withdrawApproval,
} from '@samtrot/shared/staff/approval-contract.ts';
import type { TextId } from '@samtrot/shared/texts/rules.ts';
import * as contract from '@samtrot/shared/texts/staff-contract.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepStaffLogins, type Staff, staffOf } from '../../testing/world/staff.ts';
import { testWorld, type World } from '../../testing/world/world.ts';

let world: World;
let owner: Staff;
let second: Staff;
beforeEach(async () => {
  world = await testWorld();
  [owner, second] = [await staffOf(world, 'owner'), await staffOf(world, 'owner')];
  await keepStaffLogins(world);
});
afterEach(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

const DECEMBER = '2026-11-30T23:00:00.000Z';
const listed = async (text: TextId = 'imprint') =>
  (await owner.call(contract.getTexts, { text })).body.versions;
const begun = async (text: TextId = 'imprint') => {
  const { version_id } = (await owner.call(contract.draftText, { text })).body;
  const { content } = (await owner.call(contract.getTextVersion, { version_id })).body;
  return { version_id, content: content as string };
};
const saved = (version_id: number, content: string, seen = 0) =>
  owner.call(contract.saveText, { version_id, seen, content });
const submitted = (version_id: number, more: object = {}) =>
  owner.call(contract.requestText, {
    version_id,
    seen: 1,
    valid_from: DECEMBER,
    reason: 'Neue Adresse.',
    ...more,
  });

test('a draft is saved, submitted, released by a second person, valid from its date [BOF-127]', async () => {
  expect(await listed()).toMatchObject([{ number: 1, state: 'valid', created_by: null }]);
  const { version_id, content } = await begun();
  expect((await saved(version_id, `${content}\n\n## Neu\n\nEin Satz.`)).body.saved).toBe(1);
  const shown = (await owner.call(contract.getTextVersion, { version_id })).body;
  expect(shown.differences.filter(({ kind }: { kind: string }) => kind !== 'same')).toEqual([
    { line: '## Neu', kind: 'added' },
    { line: 'Ein Satz.', kind: 'added' },
  ]);
  expect(shown.html).toContain('<section id="neu"');
  const asked = await submitted(version_id);
  expect(asked).toMatchObject({ status: 202, body: { code: 'APPROVAL_PENDING' } });
  const { approval_id } = asked.body;
  expect((await owner.call(approve, { approval_id })).body.code).toBe('SAME_PERSON');
  expect((await second.call(approve, { approval_id })).body).toMatchObject({ state: 'approved' });
  expect(await listed()).toMatchObject([
    { number: 2, state: 'coming', submitted_by: owner.name, decided_by: second.name },
    { number: 1, state: 'valid' },
  ]);
  world.clock.set(new Date(DECEMBER));
  expect(await listed()).toMatchObject([{ state: 'valid' }, { state: 'replaced' }]);
  await expect(
    world.db.updateTable('text_version').set({ content: 'x' }).where('number', '=', 1).execute(),
  ).rejects.toThrow('never changes');
});

test('declined it is closed, withdrawn it is a draft again; of two drafts one is late [BOF-127]', async () => {
  const { version_id, content } = await begun();
  const late = await begun();
  await saved(version_id, `${content}\n\nNeu.`);
  await saved(late.version_id, `${content}\n\nAnders.`);
  const first = (await submitted(version_id)).body.approval_id;
  await owner.call(withdrawApproval, { approval_id: first });
  expect(
    (await listed()).find((one: { version_id: number }) => one.version_id === version_id),
  ).toMatchObject({
    state: 'draft',
    saved: 1,
  });
  const again = (await submitted(version_id)).body.approval_id;
  await second.call(declineApproval, { approval_id: again, reason: 'Nein' });
  expect((await saved(version_id, content, 1)).body.code).toBe('STAFF_VERSION_CONFLICT');
  const third = await begun();
  await saved(third.version_id, `${content}\n\nDrittens.`);
  const { approval_id } = (await submitted(third.version_id)).body;
  await second.call(approve, { approval_id });
  const much = { valid_from: '2027-01-01T00:00:00.000Z' };
  expect((await submitted(late.version_id, much)).body.code).toBe('VERSION_RETIRED');
  expect((await submitted(999_999)).status).toBe(404);
});

test('a text without what the law asks for, or with a bad link, is refused at its field [BOF-127]', async () => {
  const { version_id, content } = await begun();
  const says = async (words: string) => (await saved(version_id, words)).body.errors?.content;
  expect(await says(content.replace('{uid}', 'CHE-1'))).toContain('{uid}');
  expect(await says(`${content}\n\n{lohn}`)).toContain('gibt es nicht: {lohn}');
  expect(await says(`${content}\n\n[Hier](javascript:alert)`)).toContain('javascript:alert');
  expect(await says(content.replace('# Impressum\n', ''))).toContain('Titel');
  expect((await listed())[0]).toMatchObject({ saved: 0 });
  expect((await submitted(version_id, { seen: 0 })).body.errors.content).toContain('nichts anders');
});

test.each([
  ['hours', '\n\nSamstag\n: vormittags', 'Schreib die Tage als', ['09:00', '08:00']],
  ['contact', '\n\nEinfach so.', 'Schreib jede Zeile als zwei', ['Innerhalb', 'Nach']],
  ['helplines', '\n\n- 143', 'nur Absätze', ['tel:117', 'tel:144']],
  ['faq', '\n\n## Leer', 'Unter «Leer» fehlt eine Frage', ['Was ist Samtrot', 'Wer ist das']],
] as const)(
  '%s in another form is refused at its field, in its own saved and shown [BOF-127]',
  async (text, more, problem, [was, is]) => {
    const { version_id, content } = await begun(text);
    expect((await saved(version_id, content + more)).body.errors?.content).toContain(problem);
    expect((await saved(version_id, content.replace(was, is))).body.saved).toBe(1);
    const shown = (await owner.call(contract.getTextVersion, { version_id })).body;
    expect(shown.html).toContain(is);
    const kinds = shown.differences.map(({ kind }: { kind: string }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['removed', 'added']));
  },
);

test('a beginning that is over, taken or too soon for new terms is refused at its field [BOF-127]', async () => {
  const { version_id, content } = await begun();
  await saved(version_id, `${content}\n\nNeu.`);
  for (const valid_from of ['2026-11-20T11:00:00.000Z', '2026-11-20T12:01:00.000Z'])
    expect(Object.keys((await submitted(version_id, { valid_from })).body.errors)).toEqual([
      'valid_from',
    ]);
  const terms = await begun('terms');
  await saved(terms.version_id, `${terms.content}\n\nNeu.`);
  const soon = await submitted(terms.version_id, { valid_from: '2026-12-19T23:00:00.000Z' });
  expect(soon.body.errors.valid_from).toContain('30 Tage vorher');
  const far = await submitted(terms.version_id, { valid_from: '2026-12-20T23:00:00.000Z' });
  expect(far.status).toBe(202);
});
