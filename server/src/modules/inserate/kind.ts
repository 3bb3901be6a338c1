import {
  type InseratEvent,
  type InseratStatus,
  inseratLife,
  STATUS_LABELS,
} from '@samtrot/shared/inserate/status.ts';
import { sql } from 'kysely';
import type { Kind, Lifecycle, Wording } from '../listings/service.ts';
import { pageOf } from '../mail/service.ts';
import * as store from './store.ts';

export const INSERATE: Kind<store.InseratRow> = {
  table: 'inserat',
  bookings: 'booking',
  label: 'Inserat',
  yours: 'Dein Inserat',
  exists: sql`status <> 'geloescht'`,
  find: store.find,
  update: store.update,
  errors: {
    notFound: 'INSERAT_NOT_FOUND',
    versionConflict: 'VERSION_CONFLICT',
    tooMany: 'TOO_MANY_INSERATE',
  },
  limit: { max: 500, counts: sql`status not in ('leer', 'geloescht')`, exclusive: false },
};

export const LIFECYCLE: Lifecycle<store.InseratRow, InseratStatus, InseratEvent> = {
  statusOf: ({ status }) => status,
  steps: inseratLife,
  labels: STATUS_LABELS,
  notInThisState: 'NOT_IN_THIS_STATE',
  publishing: ['aktivieren', 'reaktivieren', 'pushen', 'topad', 'faerben', 'story'],
  whileHeld: ['entwerfen', 'loeschen'],
};

export const WORDING: Wording<'text' | 'details'> = {
  causePrefix: '',
  again: 'wieder starten',
  page: pageOf.inserat,
  reasons: {
    text: {
      because: 'der Text nach unseren Regeln nicht mehr erlaubt ist',
      remedy: 'Ändere den Text',
    },
    details: {
      because:
        'es etwas, das du ausgewählt hast, nicht mehr gibt oder eine Angabe nicht mehr gültig ist',
      remedy: 'Prüfe die Angaben',
    },
  },
};
