import { rightsOf } from '@samtrot/shared/staff/rights.ts';
import { ROLES, type Role } from '@samtrot/shared/staff/roles.ts';
import { expect, test } from 'vitest';
import { ENTRIES, mayOpen } from './navigation.ts';

/** What each role reads, by the table of rights (part 2). */
const READ: Record<Role, string> = {
  owner:
    '/ /pruefen /meldungen /postfach /gesperrt /einspruch /freigaben /kundinnen /geld /gutscheine /katalog /partner /texte /team /moderation /protokoll /zustand',
  moderator:
    '/ /pruefen /meldungen /postfach /gesperrt /einspruch /freigaben /kundinnen /katalog /partner /protokoll /zustand',
  finance: '/ /postfach /freigaben /kundinnen /geld /gutscheine /katalog /protokoll /zustand',
  partner_manager: '/ /postfach /freigaben /partner /protokoll /zustand',
  reader: '/ /pruefen /meldungen /gesperrt /einspruch /freigaben /kundinnen /partner /zustand',
};

test.each(ROLES)('%s opens what her role reads, its items, and nothing else [BOF-17]', (role) => {
  const rights = rightsOf(role);
  const opened = ENTRIES.filter(({ path }) => mayOpen(path, rights));
  expect(opened.map(({ path }) => path)).toEqual(READ[role].split(' '));
  for (const { path, items } of ENTRIES)
    if (path !== '/')
      expect(mayOpen(`${path}/7`, rights), path).toBe(
        items === true && READ[role].split(' ').includes(path),
      );
  expect(mayOpen('/gibt-es-nicht', rights)).toBe(false);
});
