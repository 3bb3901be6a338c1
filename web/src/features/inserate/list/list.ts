import type { Inserat } from '@samtrot/shared/inserate/contract.ts';
import { tabOf } from '@samtrot/shared/inserate/status.ts';
import { type ListView, listing } from '../../../listing/listing.ts';

/** The ads of an account in their tabs (INS-02 to INS-07). */
export const AD_LIST = listing({
  tabs: { aktiv: 'Aktiv', geplant: 'Geplant', entwurf: 'Entwürfe', abgelaufen: 'Abgelaufen' },
  sorts: {
    id_desc: 'Neueste zuerst',
    id_asc: 'Älteste zuerst',
    end_zeit_desc: 'Endet zuletzt',
    end_zeit_asc: 'Endet zuerst',
  },
  pageSize: 12,
  statusOf: ({ inserat_status }: Inserat) => inserat_status,
  tabOf,
  textsOf: ({ titel, name }) => [titel, name],
  excerptOf: ({ beschreibung }) => beschreibung,
  instantOf: ({ end_at }) => end_at,
});

export type AdView = ListView<(typeof AD_LIST.tabs)[number], (typeof AD_LIST.sorts)[number]>;
