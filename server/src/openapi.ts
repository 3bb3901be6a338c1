import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOOKUP_PATH, lookup } from '@samtrot/shared/accounts/lookup-contract.ts';
import type { Action } from '@samtrot/shared/kernel/action.ts';
import { type App, compose } from './app/compose.ts';
import { failuresOf } from './app/failures.ts';
import { partnerPaths } from './modules/delivery/service.ts';
import { apiReference } from './openapi-markdown.ts';
import { TOKEN_FAILURE, tokenPaths } from './openapi-token.ts';
import { readConfig } from './platform/config.ts';
import { connect } from './platform/db.ts';
import { FAILURE, failureResponses, type JsonObject, queryParameters, schemaOf } from './platform/describe.ts';
import { createLogger } from './platform/log.ts';

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

/** The product, composed on a database that is never asked. */
export function composeOffline(): App {
  const config = readConfig({ NODE_ENV: 'test', SESSION_SECRET: 'x'.repeat(32) });
  const { db, pool } = connect('postgres://nobody@127.0.0.1:1/none');
  return compose({ config, db, pool, log: createLogger('silent'), clock: { now: () => new Date(0) } });
}

function composedActions(): Action[] {
  return composeOffline()
    .handlers.map(({ spec }) => spec)
    .sort((a, b) => compare(a.name, b.name) || compare(a.method, b.method));
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
    paths: { ...actionPaths(actions), ...lookupPath(), ...tokens, ...partnerPaths() },
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

function answerOf(output: JsonObject): JsonObject {
  const schema = {
    ...output,
    properties: { success: { const: true }, ...(output.properties as JsonObject) },
    required: ['success', ...((output.required as string[]) ?? [])],
  };
  return { description: 'Done.', content: { 'application/json': { schema } } };
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
