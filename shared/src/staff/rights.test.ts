import { expect, test } from 'vitest';
import { nonEmpty } from '../testing/non-empty.ts';
import { type Grant, grantOf, isFresh, mayAnswer, mayApprove, RIGHTS, rightsOf } from './rights.ts';
import { ROLE_LABELS, ROLES } from './roles.ts';

/** The table as people write it: right, ● and a cell for each role in the order of `ROLES`. */
const TABLE = `
review.read         | yes | yes | -   | -   | yes
hold.read           | yes | yes | -   | -   | yes
review.decide       | yes | yes | -   | -   | -
hold.set            | yes | yes | -   | -   | -
hold.release        | yes | yes | -   | -   | -
appeal.decide       | yes | yes | -   | -   | -
hold.final          | 4   | R   | -   | -   | -
report.read         | yes | yes | -   | -   | yes
report.decide       | yes | yes | -   | -   | -
report.export       | yes | yes | -   | -   | -
customer.search     | yes | yes | yes | -   | yes
customer.read       | yes | yes | yes | -   | yes
customer.private    | yes | yes | email | - | -
customer.view_as ●  | yes | yes | -   | -   | -
customer.note       | yes | yes | notes | - | -
customer.help       | yes | yes | -   | -   | -
customer.block ●    | yes | yes | -   | -   | -
customer.email ●    | 4   | R   | -   | -   | -
customer.factor ●   | 4   | R   | -   | -   | -
customer.delete ●   | 4   | R   | -   | -   | -
customer.export ●   | yes | yes | -   | -   | -
inbox.read          | yes | yes | payment_threads | partner_threads | -
inbox.reply         | yes | yes | payment_threads | partner_threads | -
template.edit       | yes | yes | yes | -   | -
money.read          | yes | -   | yes | -   | -
money.report        | yes | -   | yes | -   | reports
money.case          | yes | -   | yes | -   | -
money.import        | yes | -   | yes | -   | -
money.refund ●      | above_limit | - | above_limit | - | -
money.correct ●     | above_limit | - | above_limit | - | -
coupon.manage       | above_limit | - | above_limit | - | -
discount.set        | above_limit | - | above_limit | - | -
catalogue.edit      | 4   | forbidden_phrases 4 | prices 4 | - | -
partner.read        | yes | yes | -   | yes | yes
partner.manage      | yes | -   | -   | yes | -
partner.key ●       | yes | -   | -   | yes | -
text.edit           | 4   | -   | -   | -   | -
notice.edit         | yes | -   | -   | -   | -
moderation.mode ●   | yes | -   | -   | -   | -
maintenance.switch ● | yes | -  | -   | -   | -
house.read          | yes | yes | yes | yes | yes
audit.read          | yes | own_lines | money_lines | partner_lines | -
audit.export ●      | yes | own_lines | money_lines | partner_lines | -
staff.manage ●      | role_owner | - | - | - | -
`;

const rows = nonEmpty(TABLE.trim().split('\n')).map((line) => {
  const [name, ...cells] = line.split('|').map((cell) => cell.trim());
  return { right: name!.split(' ')[0]!, fresh: name!.includes('●'), cells };
});

const cellOf = (grant: Grant | undefined): string => {
  if (!grant) return '-';
  if (grant.requestOnly && grant.fourEyes === 'always') return 'R';
  const eyes = grant.fourEyes === 'always' ? '4' : grant.fourEyes;
  return [grant.scope, eyes].filter(Boolean).join(' ') || 'yes';
};

test('each role has exactly the rights of the table [BOF-16]', () => {
  expect(rows.map(({ right }) => right).toSorted()).toEqual(Object.keys(RIGHTS).toSorted());
  for (const { right, fresh, cells } of rows) {
    const known = right as keyof typeof RIGHTS;
    expect(
      ROLES.map((role) => cellOf(grantOf(role, known))),
      right,
    ).toEqual(cells);
    expect(RIGHTS[known].fresh ?? false, right).toBe(fresh);
  }
});

test('who may only ask never approves; without a right nobody does either [BOF-19]', () => {
  expect(mayApprove('owner', 'customer.delete')).toBe(true);
  expect(mayApprove('moderator', 'customer.delete')).toBe(false);
  expect(mayApprove('reader', 'customer.delete')).toBe(false);
  expect(mayApprove('finance', 'money.refund')).toBe(true);
});

test('who answers messages answers about all, finance about payments alone [BOF-16, BOF-88]', () => {
  const answer = (subject: string) => ROLES.filter((role) => mayAnswer(role, subject));
  expect(answer('billing')).toEqual(['owner', 'moderator', 'finance']);
  expect(answer('technical')).toEqual(['owner', 'moderator']);
});

test('every right has a German label of its own, and every role has one', () => {
  const labels = nonEmpty(Object.values(RIGHTS)).map(({ label }) => label);
  for (const label of labels) expect(label).toMatch(/^[A-ZÄÖÜ]\S/);
  expect(ROLES.map((role) => ROLE_LABELS[role])).toEqual([
    ...['Inhaberin', 'Moderation', 'Finanzen', 'Partner', 'Lesen'],
  ]);
  expect(new Set(labels).size).toBe(labels.length);
});

test('the reader only reads', () => {
  expect(rightsOf('reader')).toEqual([
    'review.read',
    'hold.read',
    'report.read',
    'customer.search',
    'customer.read',
    'money.report',
    'partner.read',
    'house.read',
  ]);
});

test('a second factor is fresh for less than ten minutes [BOF-11]', () => {
  const at = new Date('2026-11-20T11:00:00Z');
  expect(isFresh(at, new Date('2026-11-20T11:09:59Z'))).toBe(true);
  expect(isFresh(at, new Date('2026-11-20T11:10:00Z'))).toBe(false);
});
