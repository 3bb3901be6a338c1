import type { Action } from '@samtrot/shared/kernel/action.ts';
import fc, { type Arbitrary } from 'fast-check';
import * as z from 'zod/mini';

interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  additionalProperties?: Schema | boolean;
}

/** Hostile inputs, whatever the field. */
const HOSTILE: readonly unknown[] = [
  ...[-1, 0, 1, 1.5, -0, 2 ** 31, 2 ** 53, 1e308, 0.005, 100.0001],
  ...['1', '0x10', '1e3', ' 1', '１', '-1', '1 OR 1=1', 'NaN', '12,50', '99999999999999999999'],
  ...[true, false, null, [], {}, [[]], [null], { $ne: null }, { length: 5 }, { toString: 1 }],
  ...[
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\udc00x',
    '\u202ex',
    '\ufeff',
    '\r\nBcc: x@y.ch',
    '👩‍❤️‍👩',
    'e\u0301'.repeat(50),
  ],
  ...[
    "' or 1=1 --",
    '%',
    '_',
    '\\',
    '{{7*7}}',
    '%n%s',
    '=cmd()',
    '<script>alert(1)</script>',
    '<img src=x onerror=x>',
  ],
  ...[
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    'https://evil.example',
    'http://[::1]/',
    '../../etc/passwd',
  ],
  ...[
    '24:00',
    '99:99',
    '12:00',
    '2027-02-30',
    '2027-03-28',
    '0000-00-00',
    '9999-12-31',
    '2027-03-28T02:30:00Z',
  ],
  ...[
    'a'.repeat(300),
    'ä'.repeat(2_001),
    'a'.repeat(10_001),
    '<p>'.repeat(2_000),
    Array(200).fill(1),
    Array(60).fill('ZH'),
  ],
  ...[
    '__proto__',
    'constructor',
    'null',
    'undefined',
    'true',
    'Лена',
    '名前',
    'x@y.ch',
    '+41 79 000 00 00',
    'ZH',
  ],
];

const ONE_PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Values that make a field pass, by its name; without them deeper code is hardly ever reached. */
const FITTING: Record<string, readonly unknown[]> = {
  email: ['fuzz@beispiel.ch', 'nutzer1@beispiel.ch'],
  log: ['nutzer1@beispiel.ch', 'Nutzer 1x'],
  cantons: [['ZH'], ['ZH', 'BE'], []],
  telefon: ['+41790000000', '079 000 00 00', '+41 44 668 18 00'],
  name: ['Lena Muster'],
  titel: ['Freundliche Begleitung'],
  title: ['Freundliche Begleitung'],
  beschreibung: ['Ein Text, der lang genug ist, um angenommen zu werden. '.repeat(3)],
  text: ['Ein Text, der lang genug ist.'],
  url: ['https://beispiel.ch/seite'],
  plz: ['8000'],
  ort: ['Zürich'],
  base64ImageString: [`data:image/png;base64,${ONE_PIXEL}`],
  // Naming another account is refused before anything else is checked.
  user_id: [undefined],
  // No upload is ever there; a picture comes in the call itself.
  upload_id: [undefined],
};

/**
 * Random parameters for a call: mostly of the declared shape, each member now and then hostile,
 * missing or joined by others. `ids` are row numbers that exist, those of a field of this name
 * before others; they stand in for numbers often.
 */
export function paramsFor(
  spec: Action,
  ids: (name: string) => readonly number[],
): Arbitrary<Record<string, unknown>> {
  const schema = z.toJSONSchema(spec.input as never, {
    io: 'input',
    unrepresentable: 'any',
  }) as Schema;
  const known = (name: string) =>
    fc.nat().map((n) => {
      // Of a list of numbers each member is one.
      const list = ids(name.replace(/s$/, ''));
      return list.length ? list[n % list.length] : n;
    });
  const hostile = fc.constantFrom(...HOSTILE);
  const value = (member: Schema, name: string): Arbitrary<unknown> => {
    const shaped = shape(member, name);
    const fitting = FITTING[name];
    return fc.oneof(
      { weight: 6, arbitrary: fitting ? fc.constantFrom(...fitting) : shaped },
      { weight: 2, arbitrary: shaped },
      { weight: 1, arbitrary: hostile },
    );
  };
  const shape = (member: Schema, name: string): Arbitrary<unknown> => {
    if (member.const !== undefined) return fc.constant(member.const);
    if (member.enum) return fc.constantFrom(...member.enum);
    if (member.anyOf) return fc.oneof(...member.anyOf.map((one) => shape(one, name)));
    if (member.type === 'object' || member.properties) return object(member);
    if (member.type === 'array')
      return fc.array(value(member.items ?? {}, /ids$/.test(name) ? name : ''), { maxLength: 4 });
    if (member.type === 'boolean') return fc.boolean();
    if (member.type === 'integer' || member.type === 'number')
      return fc.oneof(
        { weight: /_ids?$/.test(name) ? 6 : 1, arbitrary: known(name) },
        { weight: 1, arbitrary: fc.integer({ min: -2, max: 30 }) },
        { weight: 1, arbitrary: fc.integer() },
      );
    if (member.type === 'string') {
      const maxLength = Math.min(member.maxLength ?? 120, 400);
      const text = fc
        .array(fc.integer({ min: 0, max: 0xffff }), {
          minLength: Math.min(member.minLength ?? 0, maxLength),
          maxLength,
        })
        .map((units) => String.fromCharCode(...units));
      return fc.oneof(text, fc.string({ maxLength }), known(name).map(String));
    }
    return fc.oneof(hostile, fc.jsonValue());
  };
  const object = ({
    properties = {},
    required = [],
  }: Schema): Arbitrary<Record<string, unknown>> => {
    const members = Object.fromEntries(
      Object.entries(properties).map(([name, member]) => [name, value(member, name)]),
    );
    const names = Object.keys(members).filter((name) => name !== 'user_id');
    const complete = fc.record(members, { requiredKeys: names });
    const partial = fc.record(members, { requiredKeys: [] });
    const declared = fc.record(members, {
      requiredKeys: required.filter((name) => name in members),
    });
    return fc.oneof(
      { weight: 5, arbitrary: complete },
      { weight: 3, arbitrary: declared },
      { weight: 1, arbitrary: partial },
    );
  };
  const surplus = fc.dictionary(
    fc.constantFrom('role', 'id', 'ID', 'user', 'credits', 'status', 'x'),
    hostile,
    {
      maxKeys: 2,
    },
  );
  return fc.tuple(object(schema), surplus).map(([params, more]) => ({ ...more, ...params }));
}
