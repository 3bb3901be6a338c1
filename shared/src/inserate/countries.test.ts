import examples from 'libphonenumber-js/examples.mobile.json' with { type: 'json' };
import { getCountryCallingCode, getExampleNumber } from 'libphonenumber-js/min';
import { expect, test } from 'vitest';
import { phoneProblem } from '../kernel/phone.ts';
import { nonEmpty } from '../testing/non-empty.ts';
import { COUNTRIES, COUNTRY_GROUPS, type CountryId } from './countries.ts';
import { DEFAULT_COUNTRY } from './limits.ts';

test('about 90 countries in two groups, none of them twice [EDI-63, CON-47]', () => {
  expect(COUNTRY_GROUPS.map(({ name }) => name)).toEqual(['Europa', 'Weitere']);
  expect(COUNTRIES.length).toBeGreaterThanOrEqual(85);
  expect(COUNTRIES.length).toBeLessThanOrEqual(95);
  for (const key of ['id', 'name'] as const)
    expect(new Set(COUNTRIES.map((country) => country[key])).size).toBe(91);
});

test('every country has the dial code of the ITU, and its own mobile numbers are accepted [EDI-64]', () => {
  for (const { id, dial } of COUNTRIES) {
    expect(dial, id).toBe(getCountryCallingCode(id));
    expect(phoneProblem(getExampleNumber(id, examples)!.number), id).toBeNull();
  }
});

test('Schweiz comes first, then its neighbours, then the alphabet [EDI-67, EDI-78, CON-48, CON-49]', () => {
  expect(COUNTRIES[0]).toEqual({ id: 'CH', name: DEFAULT_COUNTRY, dial: '41', trunk: '0' });
  const ids = COUNTRIES.slice(1, 6).map(({ id }) => id);
  expect(ids).toEqual(['LI', 'DE', 'AT', 'FR', 'IT'] satisfies CountryId[]);
  for (const { name, countries } of nonEmpty(COUNTRY_GROUPS)) {
    const names = countries.slice(name === 'Europa' ? 6 : 0).map((country) => country.name);
    expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'de-CH')));
  }
});
