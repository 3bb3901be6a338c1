import * as contract from '@samtrot/shared/inserate/contract.ts';
import * as lifeContract from '@samtrot/shared/inserate/lifecycle-contract.ts';
import * as mediaContract from '@samtrot/shared/media/contract.ts';
import { type Handler, implement } from '../../platform/action.ts';
import type { MediaPorts } from '../media/service.ts';
import * as inserate from './service.ts';

/** The calls on ads and their media, whose limits depend on the ad. */
export const inseratActions = (ports: MediaPorts, rules: inserate.OrderRules): Handler[] => [
  ...implement(contract, {
    createInserat: async (ctx) => ({
      inserat_id: await inserate.createBlank(ctx),
      message: 'Du kannst dein Inserat jetzt ausfüllen.',
    }),
    saveInserat: (ctx, input) => inserate.save(ctx, input, rules),
    quotePackageChange: (ctx, input) => inserate.quoteChange(ctx, input, rules),
    keepInserat: (ctx, input) => inserate.keep(ctx, input),
    getInserat: (ctx, input) => inserate.read(ctx, input.inserat_id),
  }),
  ...implement(lifeContract, {
    pushInserat: (ctx, input) => inserate.extras.push(ctx, input),
    topInserat: (ctx, input) => inserate.extras.top(ctx, input),
    colorInserat: (ctx, input) => inserate.extras.colour(ctx, input),
    storyInserat: (ctx, input) => inserate.extras.story(ctx, input),
    reactivateInserat: (ctx, input) => inserate.life.reactivate(ctx, input, rules),
    activateInserat: (ctx, input) => inserate.life.activate(ctx, input),
    hideInserat: (ctx, input) => inserate.life.hide(ctx, input),
    withdrawInserat: (ctx, input) => inserate.withdrawal.withdraw(ctx, input),
    autoReactivateInserat: (ctx, input) => inserate.life.autoReactivate(ctx, input),
    duplicateInserat: (ctx, input) => inserate.life.duplicate(ctx, input),
    deleteInserat: (ctx, input) => inserate.life.remove(ctx, input),
    restoreInserat: (ctx, input) => inserate.restoreDraft(ctx, input),
  }),
  ...implement(mediaContract, {
    saveInseratImage: { own: (ctx, input) => inserate.addImage(ctx, ports, input) },
    deleteInseratImage: async (ctx, input) => {
      await inserate.removeImage(ctx, input.attachment_id);
      return { message: 'Bild erfolgreich aus WordPress und CDN gelöscht' };
    },
    restoreInseratImage: async (ctx, input) => {
      await inserate.restoreImage(ctx, input.attachment_id);
      return { message: 'Das Bild ist wieder da.' };
    },
    getInseratMedia: async (ctx, input) => ({
      ...(await inserate.readMedia(ctx, input.inserat_id)),
      message: '',
    }),
    sortInseratImages: async (ctx, input) => ({
      imageSources: await inserate.sortImages(ctx, input),
      message: 'Die Reihenfolge ist gespeichert.',
    }),
    rateInseratMedia: async (ctx, input) => {
      await inserate.rateMedia(ctx, input);
      return { rating: input.rating, message: 'Die Einstufung ist gespeichert.' };
    },
    saveInseratVideo: async (ctx, input) => ({
      video: await inserate.addVideo(ctx, input),
      message: 'Das Video ist hochgeladen und wird jetzt umgewandelt.',
    }),
    deleteInseratVideo: async (ctx, input) => {
      await inserate.removeVideo(ctx, input.attachment_id);
      return { message: 'Das Video wurde gelöscht.' };
    },
  }),
];
