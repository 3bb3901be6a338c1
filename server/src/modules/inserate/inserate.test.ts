import { createInserat, saveInserat } from '@samtrot/shared/inserate/contract.ts';
import { state } from '@samtrot/shared/overview/contract.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

test('API-26 API-27 a free ad is placed', async () => {
  const user = await world.user();
  const created = await user.call(createInserat, {});
  expect(created.status).toBe(200);
  const answer = await user.call(saveInserat, {
    inserat_id: created.body.inserat_id, name: 'Lena', titel: 'Ruhige Stunden', beschreibung: 'Gute Gespräche bei einem Glas Wein.',
    telefon: '079 123 45 67', cantons: ['ZH'], categories: [1],
  });
  expect(answer.body).toMatchObject({ success: true, charged: 0, credits: 0 });
  const list = await user.call(state, {});
  console.log(JSON.stringify(list.body.state.Inserats), world.defects);
});
