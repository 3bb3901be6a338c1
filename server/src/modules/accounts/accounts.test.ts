import { login, register } from '@samtrot/shared/accounts/contract.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD, testWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

test('AUT-81 API-08 a registered account can log in', async () => {
  const input = { username: 'Lena', email: 'Lena@Beispiel.ch', password: PASSWORD, nickname: 'Lena' };
  const registered = await world.visitor.call(register, input);
  expect(registered).toMatchObject({ status: 200, body: { success: true } });
  const answer = await world.visitor.call(login, { log: 'lena@beispiel.ch', pwd: PASSWORD });
  expect(answer.status).toBe(200);
  expect(String(answer.headers['set-cookie'])).toMatch(/sid=.{43};.*HttpOnly; SameSite=Lax/);
  expect(world.defects).toEqual([]);
});
