import { contactSubjectProblem, messageProblem } from '@samtrot/shared/support/rules.ts';
import { expect, test } from 'vitest';
import { reporting as begin } from './report.ts';
import { reasonAttributes } from './report-reasons.ts';

const known = (id: string | null) =>
  new Map(Object.entries(reasonAttributes())).get(`data-grund-${id}`) ?? null;
const reporting = (typed: Parameters<typeof begin>[0], search: string) =>
  begin(typed, search, known);

const ID = '3f2a8c1e-0b6d-4a57-9c1d-5e8f7a6b4c2d';

test('the contact form names the reported item, visible and editable, and is otherwise unchanged [decisions 7, PUB-13]', () => {
  const club = reporting({}, `?club=${ID}`);
  expect(club).toEqual({ subject: 'other', message: `Ich möchte den Club ${ID} melden.\nGrund: ` });
  expect([contactSubjectProblem(club.subject!), messageProblem(club.message!)]).toEqual([
    null,
    null,
  ]);
  expect(reporting({}, `?inserat=${ID}&x=1`).message).toBe(
    `Ich möchte das Inserat ${ID} melden.\nGrund: `,
  );
  expect(reporting({ name: 'Lena' }, '')).toEqual({ name: 'Lena' });
});

test('what was typed before the script stays, and a reload does not say it twice [decisions 7, SUP-22]', () => {
  const typed = reporting(
    { name: 'Lena', subject: 'technical', message: 'Falsche Bilder' },
    `?club=${ID}`,
  );
  expect(typed).toEqual({
    name: 'Lena',
    subject: 'technical',
    message: `Ich möchte den Club ${ID} melden.\nGrund: Falsche Bilder`,
  });
  expect(reporting(typed, `?club=${ID}`)).toEqual(typed);
});

test('a known reason comes first, an urgent one by its first word; an unknown one is ignored [decisions 7, PUB-13]', () => {
  const inserat = 'Ich möchte das Inserat';
  expect(reporting({}, `?inserat=${ID}&grund=minderjaehrig`)).toEqual({
    subject: 'other',
    message: `Dringend: Person wirkt minderjährig\n${inserat} ${ID} melden.\n`,
  });
  const typed = reporting({ message: 'Seit gestern.' }, `?grund=nummer&club=${ID}`);
  expect(typed.message).toBe(
    `Grund: Falsche Telefonnummer\nIch möchte den Club ${ID} melden.\nSeit gestern.`,
  );
  expect(reporting(typed, `?grund=nummer&club=${ID}`)).toEqual(typed);
  for (const grund of ['anderes', '', 'Ruf%20mich%20an', 'constructor', '%3Cb%3E'])
    expect(reporting({}, `?inserat=${ID}&grund=${grund}`).message).toBe(
      `${inserat} ${ID} melden.\nGrund: `,
    );
  expect(reporting({}, '?grund=zwang')).toEqual({});
});

test.each([
  '?club=',
  '?club=7',
  `?club=${ID}x`,
  `?club=<b>${ID}</b>`,
  `?banner=${ID}`,
  '?message=Hallo&name=Lena',
  '?club=%',
])('the address %s puts nothing into the form [decisions 7]', (search) => {
  expect(reporting({}, search)).toEqual({});
});
