import { HOURS_KEPT_DAYS } from '@samtrot/shared/statistics/rules.ts';
import { sql } from 'kysely';
import { type OwnTable, ownTable } from '../../platform/own-data.ts';

/** The tables of this module that hold data of an account. */
export const ownTables: readonly OwnTable[] = [
  ownTable('visit_day', {
    file: 'inserate',
    about: 'Wie oft deine Inserate und Clubs an einem Tag angesehen und angetippt wurden.',
    instead: { day: () => sql`day::text` },
    fields: {
      day: 'Tag',
      kind: 'Inserat oder Club',
      item_id: 'Nummer davon',
      website_id: 'Webseite',
      views: 'angesehen',
      phone: 'Telefon angetippt',
      whatsapp: 'WhatsApp angetippt',
      sms: 'SMS angetippt',
      homepage: 'Webseite angetippt',
    },
    where: ({ accountId }) => sql`
      case kind when 'club' then item_id in (select id from club where account_id = ${accountId})
                else item_id in (select id from inserat where account_id = ${accountId}) end`,
  }),
  ownTable('visit_hour', {
    file: 'inserate',
    about: `Dasselbe nach Stunden, ${HOURS_KEPT_DAYS} Tage zurück.`,
    fields: {
      hour: 'Stunde',
      inserat_id: 'Inserat',
      views: 'angesehen',
      contacts: 'angetippt',
    },
    where: ({ accountId }) =>
      sql`inserat_id in (select id from inserat where account_id = ${accountId})`,
  }),
  ownTable('banner_day', {
    file: 'banner',
    about: 'Wie oft deine Banner an einem Tag gezeigt und angetippt wurden.',
    instead: { day: () => sql`day::text` },
    fields: {
      day: 'Tag',
      banner_id: 'Banner',
      website_id: 'Webseite',
      views: 'gezeigt',
      clicks: 'angetippt',
    },
    where: ({ accountId }) =>
      sql`banner_id in (select id from banner where account_id = ${accountId})`,
  }),
];
