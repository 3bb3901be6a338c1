import * as contract from '@samtrot/shared/data-export/contract.ts';
import { type Handler, implement } from '../../platform/action.ts';
import * as dataExport from './service.ts';

export const exportActions: Handler[] = implement(contract, {
  getDataExport: async (ctx) => ({ export: await dataExport.readExport(ctx) }),
  startDataExport: {
    own: async (ctx) => ({
      export: await dataExport.startOwnExport(ctx),
      message: 'Deine Daten werden zusammengestellt. Wir schreiben dir, wenn sie bereit sind.',
    }),
  },
  openDataExport: { own: async (ctx) => ({ url: await dataExport.openExport(ctx) }) },
});
