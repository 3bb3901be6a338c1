import { rightsOf } from '@samtrot/shared/staff/rights.ts';
import { ROLES, type Role } from '@samtrot/shared/staff/roles.ts';
import { expect, test } from 'vitest';
import { ENTRIES, mayOpen, openedBy } from './navigation.ts';

/** What each role reads, by the table of rights (part 2). */
const READ: Record<Role, string> = {
  owner:
    '/ /pruefen /meldungen /postfach /gesperrt /einspruch /freigaben /kundinnen /geld /gutscheine /katalog /partner /texte /team /moderation /protokoll /zustand',
  moderator:
    '/ /pruefen /meldungen /postfach /gesperrt /einspruch /freigaben /kundinnen /katalog /partner /protokoll /zustand',
  finance: '/ /postfach /freigaben /kundinnen /geld /gutscheine /katalog /protokoll /zustand',
  partner_manager: '/ /postfach /freigaben /partner /protokoll /zustand',
  // Of «Geld» the months alone.
  reader:
    '/ /pruefen /meldungen /gesperrt /einspruch /freigaben /kundinnen /geld/monat /partner /zustand',
};

test.each(ROLES)('%s opens what her role reads, its items, and nothing else [BOF-17]', (role) => {
  const rights = rightsOf(role);
  const opened = READ[role].split(' ');
  expect(openedBy(ENTRIES, rights).map(({ path }) => path)).toEqual(opened);
  for (const path of opened) expect(mayOpen(path, rights), path).toBe(true);
  const parts = ENTRIES.flatMap(({ part }) => part ?? []);
  for (const { path, items } of [...ENTRIES, ...parts.map((part) => ({ ...part, items: true }))]) {
    const of = opened.some((one) => path === one || (one !== '/' && path.startsWith(`${one}/`)));
    expect(mayOpen(path, rights), path).toBe(of);
    if (path !== '/') expect(mayOpen(`${path}/7`, rights), path).toBe(items === true && of);
  }
  expect(mayOpen('/gibt-es-nicht', rights)).toBe(false);
});
