import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { describe, expect, test } from 'vitest';
import { dataKeys } from './data-key.ts';

const [OLD, NEW] = ['an older secret of this installation', 'a newer secret of this installation'];
const keys = dataKeys([NEW]);
const IDENTITY = 'account:7:email';

describe('a ciphertext', () => {
  test.each([
    ['an address', 'lena@beispiel.ch'],
    ['nothing', ''],
    ['other letters', 'Zürich «Süd» 🌙'],
    ['a long text', 'x'.repeat(100_000)],
    ['a zero', '\u0000'],
  ])('of %s is readable with its key and identity only', (_title, text) => {
    const stored = keys.encrypt(text, IDENTITY);
    expect(keys.decrypt(stored, IDENTITY)).toBe(text);
    expect(() => keys.decrypt(stored, 'account:8:email')).toThrow();
    expect(() => dataKeys([OLD]).decrypt(stored, IDENTITY)).toThrow('DATA_KEY lacks the key');
  });

  test('does not contain its text, and is another one each time', () => {
    const all = Array.from({ length: 50 }, () => keys.encrypt('lena@beispiel.ch', IDENTITY));
    expect(new Set(nonEmpty(all)).size).toBe(50);
    for (const stored of all) {
      expect(stored).toMatch(/^1\.[0-9a-f]{16}\.[\w-]+$/);
      expect(Buffer.from(stored.split('.')[2]!, 'base64url').toString('latin1')).not.toContain(
        'lena',
      );
    }
  });

  test('with one changed character anywhere is refused', () => {
    const stored = keys.encrypt('lena@beispiel.ch', IDENTITY);
    for (let at = 0; at < stored.length - 1; at++) {
      const other = stored[at] === 'A' ? 'B' : 'A';
      const changed = stored.slice(0, at) + other + stored.slice(at + 1);
      expect(() => keys.decrypt(changed, IDENTITY), `character ${at}`).toThrow();
    }
  });

  test.each(['', 'lena@beispiel.ch', `1.${keys.id}.`, `1.${keys.id}.AAAA`, `2.${keys.id}.AAAA`])(
    '%j is none and is refused',
    (stored) => {
      expect(() => keys.decrypt(stored, IDENTITY)).toThrow();
    },
  );

  test('cut to its nonce and a shorter tag is refused', () => {
    const [version, id, bytes] = keys.encrypt('', IDENTITY).split('.') as [string, string, string];
    const short = Buffer.from(bytes, 'base64url').subarray(0, -4).toString('base64url');
    expect(() => keys.decrypt([version, id, short].join('.'), IDENTITY)).toThrow();
  });
});

describe('a rotation', () => {
  const both = dataKeys([NEW, OLD]);

  test('reads what the older key encrypted, and encrypts with the newer one', () => {
    const before = dataKeys([OLD]).encrypt('lena@beispiel.ch', IDENTITY);
    expect(both.decrypt(before, IDENTITY)).toBe('lena@beispiel.ch');
    expect(both.isCurrent(before)).toBe(false);
    const after = both.encrypt('lena@beispiel.ch', IDENTITY);
    expect(both.isCurrent(after)).toBe(true);
    expect(keys.decrypt(after, IDENTITY)).toBe('lena@beispiel.ch');
  });

  test('finds rows under the hashes of all keys', () => {
    const [current, older] = both.lookups('lena@beispiel.ch', 'account.email');
    expect(current).toEqual(keys.lookup('lena@beispiel.ch', 'account.email'));
    expect(older).toEqual(dataKeys([OLD]).lookup('lena@beispiel.ch', 'account.email'));
  });
});

describe('a keyed hash', () => {
  test('is the same for the same text and purpose, and another for each other', () => {
    const hashes = [
      keys.lookup('lena@beispiel.ch', 'account.email'),
      keys.lookup('lena@beispiel.ch', 'mail.recipient'),
      keys.lookup('Lena@beispiel.ch', 'account.email'),
      dataKeys([OLD]).lookup('lena@beispiel.ch', 'account.email'),
    ].map((hash) => hash.toString('hex'));
    expect(new Set(hashes).size).toBe(4);
    expect(hashes[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(keys.lookup('lena@beispiel.ch', 'account.email').toString('hex')).toBe(hashes[0]);
  });
});

test('without a key nothing is encrypted', () => {
  expect(() => dataKeys([])).toThrow('DATA_KEY holds no key');
});
