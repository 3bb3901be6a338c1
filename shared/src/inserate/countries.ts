/**
 * The countries of the phone chooser (EDI-63): flag and country code of ISO 3166, German name, dial
 * code of the ITU, and what is dialled before a national number inside the country. The first is
 * the default (EDI-67); its neighbours follow, then the alphabet.
 */
const EUROPE = [
  ['CH', 'Schweiz', '41', '0'],
  ['LI', 'Liechtenstein', '423', ''],
  ['DE', 'Deutschland', '49', '0'],
  ['AT', 'Österreich', '43', '0'],
  ['FR', 'Frankreich', '33', '0'],
  ['IT', 'Italien', '39', ''],
  ['AL', 'Albanien', '355', '0'],
  ['AD', 'Andorra', '376', ''],
  ['BY', 'Belarus', '375', '80'],
  ['BE', 'Belgien', '32', '0'],
  ['BA', 'Bosnien und Herzegowina', '387', '0'],
  ['BG', 'Bulgarien', '359', '0'],
  ['DK', 'Dänemark', '45', ''],
  ['EE', 'Estland', '372', ''],
  ['FI', 'Finnland', '358', '0'],
  ['GR', 'Griechenland', '30', ''],
  ['GB', 'Grossbritannien', '44', '0'],
  ['IE', 'Irland', '353', '0'],
  ['IS', 'Island', '354', ''],
  ['XK', 'Kosovo', '383', '0'],
  ['HR', 'Kroatien', '385', '0'],
  ['LV', 'Lettland', '371', ''],
  ['LT', 'Litauen', '370', '0'],
  ['LU', 'Luxemburg', '352', ''],
  ['MT', 'Malta', '356', ''],
  ['MD', 'Moldau', '373', '0'],
  ['MC', 'Monaco', '377', ''],
  ['ME', 'Montenegro', '382', '0'],
  ['NL', 'Niederlande', '31', '0'],
  ['MK', 'Nordmazedonien', '389', '0'],
  ['NO', 'Norwegen', '47', ''],
  ['PL', 'Polen', '48', ''],
  ['PT', 'Portugal', '351', ''],
  ['RO', 'Rumänien', '40', '0'],
  ['RU', 'Russland', '7', '8'],
  ['SM', 'San Marino', '378', ''],
  ['SE', 'Schweden', '46', '0'],
  ['RS', 'Serbien', '381', '0'],
  ['SK', 'Slowakei', '421', '0'],
  ['SI', 'Slowenien', '386', '0'],
  ['ES', 'Spanien', '34', ''],
  ['CZ', 'Tschechien', '420', ''],
  ['TR', 'Türkei', '90', '0'],
  ['UA', 'Ukraine', '380', '0'],
  ['HU', 'Ungarn', '36', '06'],
  ['CY', 'Zypern', '357', ''],
] as const;

const OTHERS = [
  ['EG', 'Ägypten', '20', '0'],
  ['DZ', 'Algerien', '213', '0'],
  ['AR', 'Argentinien', '54', '0'],
  ['AM', 'Armenien', '374', '0'],
  ['AU', 'Australien', '61', '0'],
  ['BR', 'Brasilien', '55', '0'],
  ['CL', 'Chile', '56', ''],
  ['CN', 'China', '86', '0'],
  ['DO', 'Dominikanische Republik', '1', '1'],
  ['EC', 'Ecuador', '593', '0'],
  ['CI', 'Elfenbeinküste', '225', ''],
  ['GE', 'Georgien', '995', '0'],
  ['GH', 'Ghana', '233', '0'],
  ['HK', 'Hongkong', '852', ''],
  ['IN', 'Indien', '91', '0'],
  ['ID', 'Indonesien', '62', '0'],
  ['IL', 'Israel', '972', '0'],
  ['JP', 'Japan', '81', '0'],
  ['CM', 'Kamerun', '237', ''],
  ['CA', 'Kanada', '1', '1'],
  ['KE', 'Kenia', '254', '0'],
  ['CO', 'Kolumbien', '57', ''],
  ['CU', 'Kuba', '53', '0'],
  ['LB', 'Libanon', '961', '0'],
  ['MY', 'Malaysia', '60', '0'],
  ['MA', 'Marokko', '212', '0'],
  ['MX', 'Mexiko', '52', ''],
  ['NZ', 'Neuseeland', '64', '0'],
  ['NG', 'Nigeria', '234', '0'],
  ['PK', 'Pakistan', '92', '0'],
  ['PY', 'Paraguay', '595', '0'],
  ['PE', 'Peru', '51', '0'],
  ['PH', 'Philippinen', '63', '0'],
  ['SA', 'Saudi-Arabien', '966', '0'],
  ['SG', 'Singapur', '65', ''],
  ['LK', 'Sri Lanka', '94', '0'],
  ['ZA', 'Südafrika', '27', '0'],
  ['KR', 'Südkorea', '82', '0'],
  ['TW', 'Taiwan', '886', '0'],
  ['TH', 'Thailand', '66', '0'],
  ['TN', 'Tunesien', '216', ''],
  ['US', 'USA', '1', '1'],
  ['VE', 'Venezuela', '58', '0'],
  ['AE', 'Vereinigte Arabische Emirate', '971', '0'],
  ['VN', 'Vietnam', '84', '0'],
] as const;

export type CountryId = (typeof EUROPE | typeof OTHERS)[number][0];

export interface Country {
  id: CountryId;
  name: string;
  /** Digits, without the plus. */
  dial: string;
  /** Empty where a national number is dialled as it is. */
  trunk: string;
}

const rows = (list: typeof EUROPE | typeof OTHERS): Country[] =>
  list.map(([id, name, dial, trunk]) => ({ id, name, dial, trunk }));

export const COUNTRY_GROUPS: readonly { name: string; countries: readonly Country[] }[] = [
  { name: 'Europa', countries: rows(EUROPE) },
  { name: 'Weitere', countries: rows(OTHERS) },
];

export const COUNTRIES: readonly Country[] = COUNTRY_GROUPS.flatMap(({ countries }) => countries);

export const countryOf = (id: CountryId): Country =>
  COUNTRIES.find((country) => country.id === id)!;
