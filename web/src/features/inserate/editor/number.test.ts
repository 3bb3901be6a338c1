import { expect, test } from 'vitest';
import { ApiError } from '../../../lib/api/call.ts';
import { createNumber } from './number.ts';

const GONE = () => new ApiError('INSERAT_NOT_FOUND', 'Inserat nicht gefunden.', { status: 404 });
const LOST = () => new ApiError('NETWORK', 'Keine Verbindung zum Server.');

/** An editor with the blank draft 77 on a server that may have swept it; the next one is 78. */
function editor() {
  const server = { ads: new Set([77]), made: 0, answers: true };
  const page = { begun: false, numbers: [] as number[] };
  const find = async (id: number): Promise<number> => {
    if (!server.answers) throw LOST();
    if (!server.ads.has(id)) throw GONE();
    return id;
  };
  const number = createNumber({
    first: 77,
    ask: find,
    create: async () => {
      const id = 78 + server.made++;
      await Promise.resolve();
      server.ads.add(id);
      return id;
    },
    isBlank: () => !page.begun,
    onChange: (id) => page.numbers.push(id),
  });
  return { server, page, number, find };
}

test('a picture uploaded during an autosave call belongs to the same ad [EDI-04, MED-01]', async () => {
  const { server, number, page } = editor();
  let answer = (_: number) => {};
  const kept = number.using(
    () =>
      new Promise<number>((done) => {
        answer = done;
      }),
  );
  await number.secure();
  expect(number.current()).toBe(77);
  answer(77);
  expect(await kept).toBe(77);
  expect([server.made, page.numbers]).toEqual([0, []]);
});

test('a picture whose response was lost is added again to the same ad [EDI-04, MED-22]', async () => {
  const { server, number } = editor();
  const take = number.using(async () => {
    throw LOST();
  });
  await expect(take).rejects.toMatchObject({ code: 'NETWORK' });
  await Promise.all([number.secure(), number.secure(), number.secure()]);
  expect([number.current(), server.made]).toEqual([77, 0]);
});

test('an ad placed with a lost response is not placed again under another number [EDI-04, EDI-21]', async () => {
  const { number, find } = editor();
  const placed: number[] = [];
  const place = () =>
    number.using(async (id) => {
      placed.push(await find(id));
      if (placed.length === 1) throw LOST();
    });
  await expect(place()).rejects.toMatchObject({ code: 'NETWORK' });
  await number.secure();
  await place();
  expect(placed).toEqual([77, 77]);
});

test('calls that find the blank draft purged at the same time share one new number [EDI-04]', async () => {
  const { server, page, number, find } = editor();
  server.ads.delete(77);
  const found = await Promise.all([
    number.secure(),
    number.using(find),
    number.secure(),
    number.using(find),
  ]);
  expect(found).toEqual([undefined, 78, undefined, 78]);
  expect([number.current(), server.made, page.numbers]).toEqual([78, 1, [78]]);
});

test('a call refused for the old number is repeated with the new one [EDI-04]', async () => {
  const { server, page, number, find } = editor();
  server.ads.delete(77);
  let fail = (_: Error) => {};
  const slow = number.using((id) =>
    id === 77
      ? new Promise<number>((_, refuse) => {
          fail = refuse;
        })
      : find(id),
  );
  await number.using(find);
  page.begun = true;
  fail(GONE());
  expect(await slow).toBe(78);
  expect(server.made).toBe(1);
});

test('the number stays while the server is unreachable, and for a begun ad [EDI-04]', async () => {
  const { server, page, number, find } = editor();
  server.answers = false;
  await number.secure();
  server.answers = true;
  page.begun = true;
  server.ads.delete(77);
  await number.secure();
  await expect(number.using(find)).rejects.toMatchObject({ code: 'INSERAT_NOT_FOUND' });
  expect([number.current(), server.made]).toEqual([77, 0]);
});
