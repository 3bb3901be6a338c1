import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOOKUP_PATH, lookup } from '@samtrot/shared/accounts/lookup-contract.ts';
import { adAnswer, adsAnswer, adsQuery, listsAnswer } from '@samtrot/shared/delivery/contract.ts';
import type { Action } from '@samtrot/shared/kernel/action.ts';
import { type ErrorCode, errors } from '@samtrot/shared/kernel/errors.ts';
import * as z from 'zod/mini';
import { compose } from './app/compose.ts';
import { failuresOf } from './app/failures.ts';
import { apiReference } from './openapi-markdown.ts';
import { TOKEN_FAILURE, tokenPaths } from './openapi-token.ts';
import { readConfig } from './platform/config.ts';
import { connect } from './platform/db.ts';
import { createLogger } from './platform/log.ts';

export type Json = { [key: string]: Json } | Json[] | string | number | boolean | null;
type JsonObject = { [key: string]: Json };

const DOCS = join(import.meta.dirname, '../../docs');
const FILES = { json: join(DOCS, 'openapi.json'), markdown: join(DOCS, 'API.md') };

/** The reference of the wire, derived from what the product is composed of: an OpenAPI 3.1 document and the same to read. */
export function generateOpenApi(): { json: string; markdown: string } {
  const actions = composedActions();
  const document = describe(actions);
  return { json: `${JSON.stringify(document, null, 2)}\n`, markdown: apiReference(actions, document) };
}

/** Writes both files under `docs` and answers which of them changed. */
export function writeOpenApi(): string[] {
  const { json, markdown } = generateOpenApi();
  const contents = { [FILES.json]: json, [FILES.markdown]: markdown };
  const changed = Object.keys(contents).filter((file) => contents[file] !== committed(file));
  for (const file of changed) writeFileSync(file, contents[file]!);
  return changed;
}

/** Whether the committed files are those of the contracts. */
export function openApiIsCurrent(): boolean {
  const { json, markdown } = generateOpenApi();
  return committed(FILES.json) === json && committed(FILES.markdown) === markdown;
}

function committed(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Composes the product on a database that is never asked. */
function composedActions(): Action[] {
  const config = readConfig({ NODE_ENV: 'test', SESSION_SECRET: 'x'.repeat(32) });
  const { db, pool } = connect('postgres://nobody@127.0.0.1:1/none');
  const app = compose({ config, db, pool, log: createLogger('silent'), clock: { now: () => new Date(0) } });
  return app.handlers.map(({ spec }) => spec).sort((a, b) => compare(a.name, b.name) || compare(a.method, b.method));
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

function describe(actions: Action[]): JsonObject {
  const tokens = tokenPaths(actions, (spec) => schemaOf(spec.input, 'input'));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Samtrot',
      version: '1',
      description:
        'Every call goes to `/api` and is named by the query parameter `action`, which stands in the path here. All answers are JSON with `success`; failures carry `code` and a German `message`.',
    },
    servers: [{ url: '/' }],
    tags: [{ name: 'portal' }, { name: 'token' }, { name: 'partner' }],
    paths: { ...actionPaths(actions), ...lookupPath(), ...tokens, ...deliveryPaths() },
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-sid',
          description: 'Set by `login`. Over plain http its name is `sid`.',
        },
        token: { type: 'http', scheme: 'bearer', description: 'Of `/token-api/auth/login`; comes before a cookie.' },
        websiteKey: { type: 'http', scheme: 'bearer', description: 'The key of one partner website.' },
      },
      schemas: { Failure: FAILURE, TokenFailure: TOKEN_FAILURE },
    },
  };
}

const FAILURE: JsonObject = {
  type: 'object',
  required: ['success', 'code', 'message'],
  properties: {
    success: { const: false },
    code: { type: 'string', enum: Object.keys(errors) },
    message: { type: 'string', description: 'German, for people.' },
    errors: { type: 'object', additionalProperties: { type: 'string' }, description: 'Message per field (422).' },
    total: { type: 'integer', description: 'Credits that it would cost now (PRICE_CHANGED of an ad).' },
    price: { type: 'number', description: 'Francs that it would cost now (PRICE_CHANGED of a top-up).' },
    payment_url: { type: 'string', description: 'A payment page that is still open (TOO_MANY_PENDING).' },
    missing: { type: 'integer', description: 'Credits that are missing (INSUFFICIENT_CREDITS).' },
    retry_after: { type: 'integer', description: 'Seconds to wait (429).' },
    reference: { type: 'string', description: 'Names the incident (500).' },
  },
};

/** Requests are described as they are sent, answers as they arrive; what a schema cannot say is left open. */
const schemaOf = (type: unknown, io: 'input' | 'output'): JsonObject => {
  const { $schema: _, ...schema } = z.toJSONSchema(type as never, { io, unrepresentable: 'any' }) as JsonObject;
  return schema;
};

/** A call that may come by two methods has one path and two operations. */
function actionPaths(actions: Action[]): JsonObject {
  const byName = Object.groupBy(actions, ({ name }) => name);
  return Object.fromEntries(
    Object.entries(byName).map(([name, same = []]) => [
      `/api?action=${name}`,
      Object.fromEntries(
        same.map((spec, index) => [spec.method.toLowerCase(), operationOf(spec, index > 0 ? spec.method : '')]),
      ),
    ]),
  );
}

function operationOf(spec: Action, suffix: string): JsonObject {
  const input = schemaOf(spec.input, 'input');
  return {
    operationId: spec.name + (suffix && `_${suffix.toLowerCase()}`),
    tags: ['portal'],
    summary: spec.summary,
    security: [...(spec.audience === 'visitor' ? [{}] : []), { session: [] }, { token: [] }],
    'x-samtrot-action': spec.name,
    'x-samtrot-audience': spec.audience,
    ...(spec.proof && { 'x-samtrot-free-calls-without-proof': spec.proof.freeCalls }),
    ...(spec.limits?.length && {
      'x-samtrot-limits': spec.limits.map(({ per, attempts, seconds }) => ({
        per: typeof per === 'string' ? per : per.field,
        attempts,
        seconds,
      })),
    }),
    ...(spec.method === 'GET' ? { parameters: queryParameters(input) } : { requestBody: bodyOf(input) }),
    ...(spec.money && { parameters: [IDEMPOTENCY_KEY] }),
    responses: {
      '200': { ...answerOf(schemaOf(spec.output, 'output')), ...(spec.money && { headers: REPLAYED }) },
      ...failureResponses(failuresOf(spec)),
    },
  };
}

const IDEMPOTENCY_KEY: JsonObject = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Chosen by the caller, one for each order. The same key with the same input within 24 hours answers the same and does nothing again; with another input it answers IDEMPOTENCY_MISMATCH.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x20-\\x7e]+$' },
};
const REPLAYED: JsonObject = {
  'Idempotency-Replayed': {
    description: '`true` on an answer that is given again, also on failures.',
    schema: { const: 'true' },
  },
};

const bodyOf = (schema: JsonObject): JsonObject => ({
  required: Array.isArray(schema.required) && schema.required.length > 0,
  content: { 'application/json': { schema }, 'application/x-www-form-urlencoded': { schema } },
});

const queryParameters = ({ properties = {}, required = [] }: JsonObject): Json[] =>
  Object.entries(properties as JsonObject).map(([name, schema]) => ({
    name,
    in: 'query',
    required: (required as string[]).includes(name),
    schema: schema!,
  }));

function answerOf(output: JsonObject): JsonObject {
  const schema = {
    ...output,
    properties: { success: { const: true }, ...(output.properties as JsonObject) },
    required: ['success', ...((output.required as string[]) ?? [])],
  };
  return { description: 'Done.', content: { 'application/json': { schema } } };
}

/** One response for each status, which lists the codes it may carry and their words. */
function failureResponses(codes: ErrorCode[]): JsonObject {
  const all: ErrorCode[] = [...codes, 'INTERNAL'];
  const byStatus = Object.groupBy(all, (code) => String(errors[code].status));
  return Object.fromEntries(
    Object.entries(byStatus)
      .sort(([a], [b]) => Number(a) - Number(b))
      .map(([status, group = []]) => {
        const sorted = group.toSorted();
        const schema: Json = {
          allOf: [{ $ref: '#/components/schemas/Failure' }, { properties: { code: { enum: sorted } } }],
        };
        const headers: JsonObject =
          status === '429' || status === '503'
            ? { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } }
            : {};
        const description = sorted.map((code) => `${code}: ${errors[code].text}`).join('\n\n');
        return [status, { description, headers, content: { 'application/json': { schema } } }];
      }),
  );
}

/** The one call of the portal with an address of its own and a bare list for an answer. */
function lookupPath(): JsonObject {
  const { 'x-samtrot-action': _, ...operation } = operationOf(lookup, '');
  const schema = schemaOf(lookup.output, 'output');
  const responses = {
    '200': { description: 'Done.', content: { 'application/json': { schema } } },
    ...failureResponses([...lookup.errors]),
  };
  return { [LOOKUP_PATH]: { get: { ...operation, responses } } };
}

function deliveryPaths(): JsonObject {
  const read = (
    operationId: string,
    summary: string,
    output: unknown,
    parameters: Json[],
    codes: ErrorCode[],
  ): JsonObject => ({
    get: {
      operationId,
      tags: ['partner'],
      summary,
      security: [{ websiteKey: [] }],
      parameters: [...parameters, { name: 'If-None-Match', in: 'header', required: false, schema: { type: 'string' } }],
      responses: {
        '200': {
          description: 'Done.',
          headers: { ETag: { schema: { type: 'string' } } },
          content: { 'application/json': { schema: schemaOf(output, 'output') } },
        },
        '304': { description: 'Unchanged since the answer with this ETag.' },
        ...failureResponses([...codes, 'KEY_REFUSED', 'TOO_MANY_ATTEMPTS', 'UNAVAILABLE']),
      },
    },
  });
  const id: Json = { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } };
  return {
    '/partner/v1/ads': read(
      'partnerAds',
      'Published ads: TopAds first, then newest lift first; with `since` the changes and tombstones.',
      adsAnswer,
      queryParameters(schemaOf(adsQuery, 'input')),
      ['INVALID_INPUT'],
    ),
    '/partner/v1/ads/{id}': read('partnerAd', 'One published ad.', adAnswer, [id], ['NOT_FOUND']),
    '/partner/v1/lists': read('partnerLists', 'The values that the filters take.', listsAnswer, [], []),
  };
}
