/** What people read of the audit log is German: each kind, object and figure (BOF-140). */
import { getAuditLog } from '@samtrot/shared/audit/contract.ts';
import { AUDIT_LABELS } from '@samtrot/shared/audit/rules.ts';
import { figureLabel, figureText } from '@samtrot/shared/audit/words.ts';
import type { Output, Params } from '@samtrot/shared/kernel/action.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '../platform/audit.ts';
import { owners } from '../testing/world/owners.ts';
import { type Staff, staffOf } from '../testing/world/staff.ts';
import { STAFF_CALLS } from '../testing/world/staff-calls.ts';
import { START, testWorld, type World } from '../testing/world/world.ts';

type Line = Output<typeof getAuditLog>['lines'][number];

let world: World;
let caller: Staff;
beforeAll(async () => {
  world = await testWorld();
  caller = await staffOf(world, 'owner');
});
afterAll(() => world[Symbol.asyncDispose]());

async function allLines(): Promise<Line[]> {
  const lines: Line[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const asked: Params<typeof getAuditLog> = cursor === '' ? {} : { cursor };
    const { body } = await caller.call(getAuditLog, asked);
    lines.push(...body.lines);
    cursor = body.cursor;
  }
  return lines;
}

/** An English code, or an object as the database has it. */
const CODE = /^[a-z0-9]+(_[a-z0-9]+)*$/;
/** Words of the wire that are German, and codes that people know by sight. */
const KNOWN =
  /^(aktiv|gesperrt|geplant|ausgeblendet|abgelaufen|entwurf|verfällt|nichts|jugendfrei|ausgeschaltet|\d+|a\d|ja|nein|csv|jsonl)$/;

test('each line of a change by the house names somebody, and none shows an English code [BOF-139, BOF-140]', async () => {
  const fresh = owners(world);
  const second = await staffOf(world, 'owner');
  for (const { spec } of nonEmpty(world.app.staffHandlers)) {
    const prepare = STAFF_CALLS[spec.name];
    if (!prepare) continue;
    world.clock.set(START);
    const params = await prepare({ caller, second, user: await fresh() });
    await caller.call(spec as never, params as never);
  }
  world.clock.set(START);
  const lines = await allLines();
  expect(new Set(lines.map(({ action }) => action)).size).toBeGreaterThan(50);
  const wrong = new Set<string>();
  for (const { action, label, about, who, before, after } of lines) {
    if (label === action) wrong.add(`kind ${action}`);
    if (CODE.test(about) || /^[a-z_]+:/.test(about)) wrong.add(`${action} about ${about}`);
    if (CODE.test(who)) wrong.add(`${action} by ${who}`);
    for (const [name, value] of Object.entries({ ...before, ...after })) {
      if (CODE.test(figureLabel(name))) wrong.add(`${action} figure ${name}`);
      const text = figureText(name, value);
      // A hint is the end of a key.
      if (name !== 'hint' && CODE.test(text) && !KNOWN.test(text))
        wrong.add(`${action} ${name}: ${text}`);
    }
  }
  expect([...wrong].toSorted()).toEqual([]);
  for (const label of nonEmpty(Object.values(AUDIT_LABELS))) expect(label).not.toMatch(CODE);
  // Whoever used a right of the house is a person by name, or a rule.
  const staff = await world.db.selectFrom('staff').select('name').execute();
  const known = new Set(['System', ...nonEmpty(staff).map(({ name }) => name)]);
  const used = nonEmpty(lines.filter(({ right }) => right));
  expect(used.filter(({ who }) => !known.has(who)).map(({ action }) => action)).toEqual([]);
  expect(lines.filter(({ who }) => who === '')).toEqual([]);
  // And who of the house did something names the right that allows it.
  const rightless = await world.db
    .selectFrom('audit')
    .select('action')
    .distinct()
    .where('staff_id', 'is not', null)
    .where('right', 'is', null)
    .orderBy('action')
    .execute();
  expect(rightless.map(({ action }) => action)).toEqual([]);
});

test('a log-in is a line of the person, and people and websites stand by name [BOF-139]', async () => {
  await world.db
    .transaction()
    .execute((db) =>
      audit(
        { db, now: world.clock.now(), actor: { kind: 'system' } },
        'staff_login',
        `staff:${caller.staffId}`,
      ),
    );
  const [line] = (await caller.call(getAuditLog, { kind: 'staff_login' })).body.lines as Line[];
  expect(line).toMatchObject({ who: caller.name, about: caller.name });
  const added = (await caller.call(getAuditLog, { kind: 'website_added' })).body.lines as Line[];
  for (const { object, about } of nonEmpty(added))
    expect([object, object.replace('website:', 'Webseite ')]).not.toContain(about);
  const given = (await caller.call(getAuditLog, { kind: 'thread_assigned' })).body.lines as Line[];
  expect(nonEmpty(given)[0]!.after.assigned_to).not.toMatch(/^\d+$/);
});
