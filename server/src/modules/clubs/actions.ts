import * as contract from '@samtrot/shared/clubs/contract.ts';
import { type Handler, implement } from '../../platform/action.ts';
import type { MediaPorts } from '../media/service.ts';
import * as clubs from './service.ts';

export const clubActions = (ports: MediaPorts, rules: clubs.OrderRules): Handler[] =>
  implement(contract, {
    getClub: (ctx, input) => clubs.read(ctx, input.club_id),
    keepClub: (ctx, input) => clubs.keep(ctx, input),
    saveClub: (ctx, input) => clubs.save(ctx, input, rules),
    deleteClub: (ctx, input) => clubs.remove(ctx, input),
    saveClubImage: { own: (ctx, input) => clubs.addImage(ctx, ports, input) },
    sortClubImages: async (ctx, input) => ({
      bilder: await clubs.sortImages(ctx, input),
      message: 'Die Reihenfolge ist gespeichert.',
    }),
    deleteClubImage: async (ctx, input) => ({
      bilder: await clubs.removeImage(ctx, input.attachment_id),
      message: 'Das Bild ist gelöscht.',
    }),
  });
