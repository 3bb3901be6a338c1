import fc from 'fast-check';
import { formatReference } from 'swissqrbill/utils';
import { expect, test } from 'vitest';
import { type ReferenceKind, readReference, referenceOf, referencesIn } from './reference.ts';

const kind = fc.constantFrom<ReferenceKind>('SCOR', 'QRR');

/**
 * ISO 11649: letters count as 10 to 35, the first four characters go to the end, and the rest of
 * the division by 97 is 1.
 */
const mod97 = (reference: string) =>
  [...(reference.slice(4) + reference.slice(0, 4))].reduce(
    (rest, char) => Number(`${rest}${Number.parseInt(char, 36)}`) % 97,
    0,
  );

/** Modulo 10, recursive: the carry after all 27 digits is 0. */
const mod10 = (reference: string) =>
  [...reference].reduce(
    (carry, digit) => [0, 9, 4, 6, 8, 2, 7, 1, 3, 5][(carry + Number(digit)) % 10]!,
    0,
  );

test('published references of both kinds are valid, with and without spaces [X-35]', () => {
  const published = [
    'RF18 5390 0754 7034',
    'RF71 2348 231',
    'RF33 2348 236',
    'RF18 0000 0000 0539 0075 4703 4',
  ];
  expect(published.map(readReference)).toEqual(
    published.map((reference) => reference.replaceAll(' ', '')),
  );
  // An example of the guidelines whose check digits are a known misprint: 24 would be right.
  expect(readReference('RF72 0191 2301 0040 5JSH 0438')).toBeNull();
  expect(readReference('RF24 0191 2301 0040 5JSH 0438')).toBe('RF240191230100405JSH0438');
  expect(readReference('21 00000 00003 13947 14300 09017')).toBe('210000000003139471430009017');
  expect(readReference('rf18539007547034')).toBe('RF18539007547034');
});

test('a text with wrong check digits or length is no reference [X-35]', () => {
  const none = [
    '',
    'RF',
    'RF18',
    '210000000003139471430009018',
    'RF19539007547034',
    'Miete',
    '0'.repeat(26),
    "RF00'--",
  ];
  expect(none.map(readReference)).toEqual(none.map(() => null));
});

test('generated references have valid check digits, and any changed digit is detected [X-35]', () => {
  fc.assert(
    fc.property(fc.uuid(), kind, fc.nat(), fc.integer({ min: 1, max: 9 }), (id, of, place, by) => {
      const reference = referenceOf(id, of);
      expect(reference).toMatch(of === 'SCOR' ? /^RF\d{22}$/ : /^\d{27}$/);
      expect(of === 'SCOR' ? mod97(reference) : mod10(reference)).toBe(of === 'SCOR' ? 1 : 0);
      expect(referenceOf(id, of)).toBe(reference);
      const start = of === 'SCOR' ? 2 : 0;
      const at = start + (place % (reference.length - start));
      const typo =
        reference.slice(0, at) + ((Number(reference[at]) + by) % 10) + reference.slice(at + 1);
      expect(readReference(typo)).toBeNull();
    }),
  );
});

test('a complete reference is found in a free-text message [X-35]', () => {
  fc.assert(
    fc.property(fc.uuid(), kind, fc.boolean(), (id, of, spaced) => {
      const reference = referenceOf(id, of);
      const written = spaced ? formatReference(reference) : reference;
      for (const text of [
        written,
        `Guthaben ${written}`,
        `Ref: ${written}, danke`,
        ` ${written.toLowerCase()}\n`,
      ])
        expect(referencesIn(text)).toEqual([reference]);
      for (const text of [`${written}7`, `X${written}`, written.slice(0, -1), written.slice(0, -6)])
        expect(referencesIn(text)).toEqual([]);
    }),
  );
});

test('two references in one message are both found [X-35]', () => {
  const two = ['a', 'b'].map((id) => referenceOf(id, 'SCOR'));
  expect(referencesIn(two.join(' und '))).toEqual(two);
});
