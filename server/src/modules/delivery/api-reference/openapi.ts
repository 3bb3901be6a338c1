import {
  adAnswer,
  adCountAnswer,
  adCountQuery,
  adsAnswer,
  adsQuery,
  bannersAnswer,
  bannersQuery,
  clubAnswer,
  clubsAnswer,
  clubsQuery,
  DeliveredAd,
  DeliveredBanner,
  DeliveredClub,
  listsAnswer,
  similarAnswer,
  similarQuery,
  storiesAnswer,
  storiesQuery,
  Tombstone,
  visitAnswer,
  visitBody,
} from '@samtrot/shared/delivery/contract.ts';
import type { ErrorCode } from '@samtrot/shared/kernel/errors.ts';
import { partnerReportAnswer, partnerReportBody } from '@samtrot/shared/reports/contract.ts';
import {
  failureResponses,
  type Json,
  type JsonObject,
  queryParameters,
  schemaOf,
} from '../../../platform/describe.ts';

const KEPT: JsonObject = {
  ETag: { schema: { type: 'string' } },
  'Cache-Control': { schema: { type: 'string' } },
  Vary: { schema: { const: 'Authorization, Accept-Encoding' } },
};
const IF_NONE_MATCH: Json = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  schema: { type: 'string' },
};

/** The partner API as the paths of an OpenAPI 3.1 document. */
export function partnerPaths(): JsonObject {
  const failures = (codes: ErrorCode[]) => failureResponses(codes, 'PartnerFailure');
  const read = (
    operationId: string,
    summary: string,
    output: unknown,
    parameters: Json[],
    codes: ErrorCode[],
    { kept = true } = {},
  ): JsonObject => ({
    get: {
      operationId,
      tags: ['partner'],
      summary,
      security: [{ websiteKey: [] }],
      parameters: [...parameters, ...(kept ? [IF_NONE_MATCH] : [])],
      responses: {
        '200': {
          description: 'Done.',
          ...(kept && { headers: KEPT }),
          content: { 'application/json': { schema: schemaOf(output, 'output') } },
        },
        ...(kept && { '304': { description: 'Unchanged since the answer with this ETag.' } }),
        ...failures([...codes, 'KEY_REFUSED', 'WEBSITE_OFF', 'TOO_MANY_ATTEMPTS', 'UNAVAILABLE']),
      },
    },
  });
  const id: Json = {
    name: 'id',
    in: 'path',
    required: true,
    schema: { type: 'string', format: 'uuid' },
  };
  const visitOperation = (operationId: string, summary: string): JsonObject => ({
    post: {
      operationId,
      tags: ['partner'],
      summary,
      security: [{ websiteKey: [] }],
      parameters: [id],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemaOf(visitBody, 'input') } },
      },
      responses: {
        '202': {
          description: 'Taken.',
          content: { 'application/json': { schema: schemaOf(visitAnswer, 'output') } },
        },
        ...failures([
          'INVALID_INPUT',
          'MALFORMED',
          'NOT_FOUND',
          'KEY_REFUSED',
          'WEBSITE_OFF',
          'TOO_MANY_ATTEMPTS',
          'UNAVAILABLE',
        ]),
      },
    },
  });
  return open({
    '/partner/v1/ads': read(
      'partnerAds',
      'Published ads: TopAds first, then newest lift first; with `since` the changes and tombstones.',
      adsAnswer,
      queryParameters(schemaOf(adsQuery, 'input')),
      ['INVALID_INPUT'],
    ),
    '/partner/v1/ads/count': read(
      'partnerAdCount',
      'How many published ads the filters leave.',
      adCountAnswer,
      queryParameters(schemaOf(adCountQuery, 'input')),
      ['INVALID_INPUT'],
    ),
    '/partner/v1/ads/{id}/similar': read(
      'partnerSimilarAds',
      'Published ads like this one, also when it is no longer published.',
      similarAnswer,
      [id, ...queryParameters(schemaOf(similarQuery, 'input'))],
      ['INVALID_INPUT', 'NOT_FOUND'],
    ),
    '/partner/v1/ads/{id}': read('partnerAd', 'One published ad.', adAnswer, [id], ['NOT_FOUND']),
    '/partner/v1/ads/{id}/views': visitOperation(
      'partnerAdVisit',
      'A visitor of the website looked at the ad, or pressed one of its contacts.',
    ),
    '/partner/v1/banners': read(
      'partnerBanners',
      'Whose turn it is in these places of the website, each banner as often as the others; request again for each visitor.',
      bannersAnswer,
      queryParameters(schemaOf(bannersQuery, 'input')),
      ['INVALID_INPUT'],
      { kept: false },
    ),
    '/partner/v1/clubs': read(
      'partnerClubs',
      'Clubs that are shown now, newest first; with `since` the changes and tombstones.',
      clubsAnswer,
      queryParameters(schemaOf(clubsQuery, 'input')),
      ['INVALID_INPUT'],
    ),
    '/partner/v1/clubs/{id}': read(
      'partnerClub',
      'One club that is shown now.',
      clubAnswer,
      [id],
      ['NOT_FOUND'],
    ),
    '/partner/v1/clubs/{id}/views': visitOperation(
      'partnerClubVisit',
      'A visitor of the website looked at the club, or pressed one of its contacts.',
    ),
    '/partner/v1/reports': {
      post: {
        operationId: 'partnerReport',
        tags: ['partner'],
        summary: 'A visitor of the website reports an ad, a club or a banner.',
        security: [{ websiteKey: [] }],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: schemaOf(partnerReportBody, 'input') } },
        },
        responses: {
          '202': {
            description: 'Taken.',
            content: { 'application/json': { schema: schemaOf(partnerReportAnswer, 'output') } },
          },
          ...failures([
            ...(['INVALID_INPUT', 'MALFORMED', 'NOT_FOUND', 'KEY_REFUSED'] as const),
            ...(['WEBSITE_OFF', 'TOO_MANY_ATTEMPTS', 'UNAVAILABLE'] as const),
          ]),
        },
      },
    },
    '/partner/v1/stories': read(
      'partnerStories',
      'Ads that have a story now, the one that runs longest first.',
      storiesAnswer,
      queryParameters(schemaOf(storiesQuery, 'input')),
      ['INVALID_INPUT'],
    ),
    '/partner/v1/lists': read(
      'partnerLists',
      'The values that the filters take.',
      listsAnswer,
      [],
      [],
    ),
  });
}

/** The error codes a website can receive. */
const CODES = [
  'MALFORMED',
  'INVALID_INPUT',
  'KEY_REFUSED',
  'WEBSITE_OFF',
  'NOT_FOUND',
  'TOO_MANY_ATTEMPTS',
  'UNAVAILABLE',
  'INTERNAL',
];
export const PARTNER_FAILURE: JsonObject = {
  type: 'object',
  required: ['success', 'code', 'message'],
  properties: {
    success: { const: false },
    code: { type: 'string', enum: CODES },
    message: { type: 'string', description: 'German, for people.' },
    errors: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'Message per parameter (422).',
    },
    retry_after: { type: 'integer', description: 'Seconds to wait (429, 503).' },
    reference: { type: 'string', description: 'Names the incident (500).' },
  },
};

/**
 * Allows additional properties: the contract is strict, the published schema permits new fields.
 */
function open<T extends Json>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(open) as T;
  if (schema === null || typeof schema !== 'object') return schema;
  const kept = Object.entries(schema).filter(
    ([name, value]) => name !== 'additionalProperties' || value !== false,
  );
  return Object.fromEntries(kept.map(([name, value]) => [name, open(value)])) as T;
}

/** The delivered items as one JSON schema (2020-12) with a definition for each. */
export const partnerSchema = (publicUrl: string): JsonObject =>
  open({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `${publicUrl}/partner/v1/schema.json`,
    $defs: {
      ...Object.fromEntries(
        Object.entries({
          ad: DeliveredAd,
          banner: DeliveredBanner,
          club: DeliveredClub,
          tombstone: Tombstone,
          adsAnswer,
          adAnswer,
          adCountAnswer,
          similarAnswer,
          storiesAnswer,
          bannersAnswer,
          clubsAnswer,
          clubAnswer,
          listsAnswer,
        }).map(([name, schema]) => [name, schemaOf(schema, 'output')]),
      ),
      failure: PARTNER_FAILURE,
    },
  });
