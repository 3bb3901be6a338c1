export { PARTNER_FAILURE, partnerPaths } from './api-reference/openapi.ts';
export { embedPath, embedSnippet, frameSize } from './embed/snippet.ts';
export { ownTables } from './own-data.ts';
export { parseBody, partnerAuth } from './partner-api/auth.ts';
export { currentStates, type FeedRow, readFeed } from './partner-api/feed.ts';
export { markPolicyChange } from './search/policy-store.ts';
export { rebuildDictionary } from './search/spelling.ts';
export { countAds, countMediaAbove, firstAd } from './search/store.ts';
export { purgeTraffic, trafficDays, viewsByDay } from './traffic/store.ts';
