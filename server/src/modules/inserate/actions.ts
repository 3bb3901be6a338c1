import * as contract from '@samtrot/shared/inserate/contract.ts';
import * as mediaContract from '@samtrot/shared/media/contract.ts';
import { type Handler, implement } from '../../platform/action.ts';
import type { MediaPorts } from '../media/service.ts';
import * as inserate from './service.ts';

/** The calls on ads. Those on their pictures are here too: who may upload how many is the ad's matter. */
export const inseratActions = (ports: MediaPorts, rules: inserate.PlacingRules): Handler[] => [
  ...implement(contract, {
    createInserat: async (ctx) => ({
      inserat_id: await inserate.createBlank(ctx),
      message: 'Du kannst dein Inserat jetzt ausfüllen.',
    }),
    saveInserat: (ctx, input) => inserate.save(ctx, input, rules),
  }),
  ...implement(mediaContract, {
    saveInseratImage: { own: (ctx, input) => inserate.addImage(ctx, ports, input) },
    deleteInseratImage: async (ctx, input) => {
      await inserate.removeImage(ctx, input.attachment_id);
      return { message: 'Bild erfolgreich aus WordPress und CDN gelöscht' };
    },
  }),
];
