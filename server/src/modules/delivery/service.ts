export { PARTNER_FAILURE, partnerPaths } from './api-reference/openapi.ts';
export { embedSnippet } from './embed/snippet.ts';
export { changesFor, type FedRow, statesOf } from './partner-api/feed.ts';
export { rebuildDictionary } from './search/spelling.ts';
