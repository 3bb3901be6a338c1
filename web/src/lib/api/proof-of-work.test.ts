import { register as spec } from '@samtrot/shared/accounts/contract.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const person = { username: 'Lena', email: 'lena@beispiel.ch', password: 'Gut-Gewählt-2026' };
const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });
const REFUSED = () =>
  json(428, { success: false, code: 'PROOF_REQUIRED', message: 'Bitte lade die Seite neu.' });

/** What was asked of the server: challenges, then calls with the proof they carried. */
let asked: string[] = [];
let responses: (() => Response)[] = [];
let workers: boolean;
let challenges: number;

class FakeWorker {
  onmessage?: (event: { data: string }) => void;
  onerror?: () => void;
  postMessage({ signature }: { signature: string }) {
    queueMicrotask(() =>
      workers ? this.onmessage?.({ data: `proof of ${signature}` }) : this.onerror?.(),
    );
  }
  terminate() {}
}

beforeEach(() => {
  vi.resetModules();
  [asked, responses, workers, challenges] = [[], [], true, 0];
  vi.stubGlobal('location', { origin: 'http://localhost' });
  vi.stubGlobal('Worker', FakeWorker);
  vi.stubGlobal('fetch', async (input: URL | string, init?: { body?: string }) => {
    const url = new URL(input, 'http://localhost');
    if (url.searchParams.get('action') === 'proof_challenge') {
      asked.push(`challenge for ${url.searchParams.get('for')}`);
      return json(200, { success: true, parameters: {}, signature: String(++challenges) });
    }
    const proof =
      url.searchParams.get('proof') ?? (init?.body ? JSON.parse(init.body).proof : undefined);
    asked.push(`call with ${proof ?? 'nothing'}`);
    return (responses.shift() ?? (() => json(200, { success: true, message: 'ok' })))();
  });
});
afterEach(() => vi.unstubAllGlobals());

const load = () => import('./proof-of-work.ts');

test('a call takes a proof along, and each call its own [API-08]', async () => {
  const { callWithProof } = await load();
  await callWithProof(spec, person);
  await callWithProof(spec, person);
  expect(asked).toEqual([
    'challenge for register',
    'call with proof of 1',
    'challenge for register',
    'call with proof of 2',
  ]);
});

test('a prepared proof is used once, however often it was prepared [API-08]', async () => {
  const { callWithProof, prepareProof } = await load();
  prepareProof('register');
  prepareProof('register');
  await Promise.all([callWithProof(spec, person), callWithProof(spec, person)]);
  expect(asked.filter((line) => line.startsWith('challenge'))).toHaveLength(2);
  expect(asked.filter((line) => line.startsWith('call')).toSorted()).toEqual([
    'call with proof of 1',
    'call with proof of 2',
  ]);
});

test('a proof that grew old is replaced once, and a second refusal is the last [API-08]', async () => {
  const { callWithProof } = await load();
  responses = [REFUSED];
  await callWithProof(spec, person);
  expect(asked.at(-1)).toBe('call with proof of 2');
  responses = [REFUSED, REFUSED];
  await expect(callWithProof(spec, person)).rejects.toMatchObject({ code: 'PROOF_REQUIRED' });
  expect(challenges).toBe(4);
});

test('a browser without workers calls without a proof and shows the refusal [API-08]', async () => {
  workers = false;
  const { callWithProof } = await load();
  await callWithProof(spec, person);
  vi.stubGlobal('Worker', undefined);
  await callWithProof(spec, person);
  responses = [REFUSED];
  await expect(callWithProof(spec, person)).rejects.toMatchObject({
    message: 'Bitte lade die Seite neu.',
  });
  expect(asked.filter((line) => line.startsWith('call'))).toEqual(
    Array(3).fill('call with nothing'),
  );
});

test('the lookup says taken, free, failed, or what is wrong with the address [AUT-39, AUT-40, ERR-005, API-11]', async () => {
  const { isEmailTaken } = await load();
  responses = [
    () => json(200, [{ exists: true }]),
    () => json(200, []),
    () => json(429, { success: false, code: 'TOO_MANY_ATTEMPTS', message: 'x' }),
    () => new Response('<html>'),
    () => {
      throw new TypeError('no network');
    },
    () => json(422, { success: false, code: 'INVALID_INPUT', errors: { search: 'Bitte anders.' } }),
  ];
  expect(await isEmailTaken('lena@beispiel.ch')).toBe(true);
  expect(await isEmailTaken('lena@beispiel.ch')).toBe(false);
  const message = 'Fehler beim Überprüfen der E-Mail-Adresse';
  for (let i = 0; i < 3; i++)
    await expect(isEmailTaken('lena@beispiel.ch')).rejects.toMatchObject({ message });
  await expect(isEmailTaken('lena@beispiel.ch')).rejects.toMatchObject({
    message: 'Bitte anders.',
  });
});
