import {
  addTemplate,
  changeTemplate,
  deleteTemplate,
  templates,
} from '@samtrot/shared/support/template-contract.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Staff, staffOf } from '../../testing/world/staff.ts';
import { testWorld, type World } from '../../testing/world/world.ts';

const CONTENT = { name: 'Link zum Konto', subject: 'technical', text: 'Hallo {name}\n\n{link}' };

let world: World;
let owner: Staff;
beforeAll(async () => {
  world = await testWorld();
  owner = await staffOf(world, 'owner');
});
afterAll(() => world[Symbol.asyncDispose]());
afterEach(() => expect(world.defects.splice(0)).toEqual([]));

interface Template {
  id: number;
  name: string;
  text: string;
  version: number;
}
const all = async (): Promise<Template[]> => (await owner.call(templates, {})).body.items;
const named = async (name: string) => (await all()).find((template) => template.name === name);

test('a new house has the starting set, with placeholders in place [BOF-86]', async () => {
  expect((await all()).map(({ name }) => name)).toEqual([
    'Danke, erledigt',
    'Passwort vergessen',
    'Rückzahlung bestätigt',
    'Warum ist mein Inserat gesperrt?',
    'Zahlung gutgeschrieben',
    'Zahlung unterwegs',
  ]);
  expect((await named('Zahlung unterwegs'))!.text).toContain('vom {datum} ist');
});

test('a template is added, changed and deleted, each a line of the audit log [BOF-86]', async () => {
  expect((await owner.call(addTemplate, CONTENT)).status).toBe(200);
  const { id, version } = (await named(CONTENT.name))!;
  const changed = { ...CONTENT, text: 'Hallo {name}', template_id: id, seen_version: version };
  expect((await owner.call(changeTemplate, changed)).status).toBe(200);
  expect(await named(CONTENT.name)).toMatchObject({ id, text: 'Hallo {name}' });
  const late = await owner.call(changeTemplate, { ...changed, text: 'Anders' });
  expect([late.status, late.body.code]).toEqual([409, 'STAFF_VERSION_CONFLICT']);
  expect((await owner.call(deleteTemplate, { template_id: id })).status).toBe(200);
  expect(await named(CONTENT.name)).toBeUndefined();
  for (const gone of [
    owner.call(deleteTemplate, { template_id: id }),
    owner.call(changeTemplate, changed),
  ])
    expect((await gone).body.code).toBe('NOT_FOUND');
  const lines = await world.db
    .selectFrom('audit')
    .select(['action', 'right', 'staff_id', 'before', 'after'])
    .where('object', '=', `template:${id}`)
    .orderBy('id')
    .execute();
  const line = { action: 'template_changed', right: 'template.edit', staff_id: owner.staffId };
  expect(lines).toEqual([
    { ...line, before: null, after: CONTENT },
    { ...line, before: CONTENT, after: { ...CONTENT, text: 'Hallo {name}' } },
    { ...line, before: { ...CONTENT, text: 'Hallo {name}' }, after: null },
  ]);
});

test('a wrong placeholder, subject or a name twice is refused at its field [BOF-86]', async () => {
  const refused = async (more: object) =>
    (await owner.call(addTemplate, { ...CONTENT, ...more })).body.errors;
  expect(await refused({ text: 'Am {tag}' })).toEqual({
    text: 'Diesen Platzhalter gibt es nicht: {tag}',
  });
  expect(await refused({ subject: 'love' })).toEqual({
    subject: 'Bitte wähle einen Betreff aus.',
  });
  expect(await refused({ name: 'Zahlung unterwegs' })).toEqual({
    name: 'Diesen Namen gibt es schon.',
  });
});

test('who answers reads templates; only the right template.edit changes them [BOF-86]', async () => {
  const partners = await staffOf(world, 'partner_manager');
  expect((await partners.call(templates, {})).status).toBe(200);
  const calls = [
    partners.call(addTemplate, CONTENT),
    partners.call(changeTemplate, { ...CONTENT, template_id: 1, seen_version: 1 }),
    partners.call(deleteTemplate, { template_id: 1 }),
  ];
  for (const call of calls) expect((await call).body.code).toBe('RIGHT_MISSING');
});
