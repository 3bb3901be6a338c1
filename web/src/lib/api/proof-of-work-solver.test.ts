import { expect, test } from 'vitest';
import { solve } from './proof-of-work-solver.ts';

/** Made and solved by the library that the server checks with. */
const CHALLENGE = {
  parameters: {
    algorithm: 'PBKDF2/SHA-256',
    cost: 50,
    data: { for: 'register', until: 1 },
    keyLength: 32,
    keyPrefix: 'd814bd914e4388f1d391e523a0bb6f6f',
    keySignature: '76a03a6822a740ce63265868ae50e2df892d9ee2c121c76bb7204a36fb65ae88',
    nonce: '71c9488758c1f9817cfce70710ccd5f9',
    salt: '0b7776ba76c397059398bc5d96288e5a',
  },
  signature: 'fd5b8232d5c269e30e7fdbca0b27158c43c827a454a2df1f3c03ffdd0d4aab03',
};

test('the browser finds the answer that the server knows and hands the whole challenge back [AUT-39]', async () => {
  const proof = JSON.parse(atob(await solve(CHALLENGE)));
  expect(proof).toEqual({
    challenge: CHALLENGE,
    solution: {
      counter: 300,
      derivedKey: 'd814bd914e4388f1d391e523a0bb6f6f3fcd6beb9e965edf4c2e48d1e553bbe4',
    },
  });
});

test('a challenge of another kind is refused instead of tried forever [AUT-39]', async () => {
  const challenge = {
    ...CHALLENGE,
    parameters: { ...CHALLENGE.parameters, algorithm: 'ARGON2ID' },
  };
  await expect(solve(challenge)).rejects.toThrow('Unknown challenge');
});
