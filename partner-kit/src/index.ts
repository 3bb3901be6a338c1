export { type MirrorStore, mirror } from './mirror.ts';
export {
  type AdCount,
  type AdFilter,
  type AdPage,
  type AdSort,
  type ClubPage,
  type MirroredList,
  type Portal,
  PortalAway,
  portal,
  type Reported,
} from './portal.ts';
export { isShown, shownAds } from './shown.ts';
export { fileStore, memoryStore } from './stores.ts';
export type * from './types.gen.ts';
export { visitors } from './visitors.ts';
export { type Visit, visits } from './visits.ts';
export { type WebhookMessage, webhookVerifier } from './webhook.ts';
