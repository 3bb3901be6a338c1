import { LOOKUP_PATH, lookup } from '@samtrot/shared/accounts/lookup-contract.ts';
import type { Action } from '@samtrot/shared/kernel/action.ts';
import { PARTNER_FAILURE, partnerPaths } from '../../modules/delivery/service.ts';
import type { Handler } from '../../platform/action.ts';
import {
  FAILURE,
  failureResponses,
  type JsonObject,
  queryParameters,
  schemaOf,
} from '../../platform/describe.ts';
import { failuresOf } from '../failures.ts';
import { TOKEN_FAILURE, tokenPaths } from './token-paths.ts';

export const DOCUMENT_PATH = '/openapi.json';

/** The API as an OpenAPI 3.1 document, generated from the contracts. */
export function apiDocument(handlers: readonly Handler[]): JsonObject {
  const actions = handlers
    .map(({ spec }) => spec)
    .sort((a, b) => compare(a.name, b.name) || compare(a.method, b.method));
  const tokens = tokenPaths(actions, (spec) => schemaOf(spec.input, 'input'));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Samtrot',
      version: '1',
      description:
        'Every call goes to `/api` and is named by the query parameter `action`, which stands in the path here. All responses are JSON with `success`; failures carry `code` and a German `message`.',
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
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'Of `/token-api/auth/login`; comes before a cookie.',
        },
        websiteKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'The key of one partner website.',
        },
      },
      schemas: { Failure: FAILURE, TokenFailure: TOKEN_FAILURE, PartnerFailure: PARTNER_FAILURE },
    },
  };
}

/** The calls with the tag `partner`, for partner websites. */
export function partnerDocument(document: JsonObject, publicUrl: string): JsonObject {
  const components = document.components as Record<'securitySchemes' | 'schemas', JsonObject>;
  const paths = Object.entries(
    document.paths as Record<string, Record<string, { tags: string[] }>>,
  );
  return {
    openapi: document.openapi!,
    info: {
      title: 'Samtrot for partner websites',
      version: '1',
      description: `Every call carries the key of the website. Rules and examples: ${publicUrl}/partner/v1`,
    },
    servers: [{ url: publicUrl }],
    security: [{ websiteKey: [] }],
    paths: Object.fromEntries(
      paths.filter(([, operations]) =>
        Object.values(operations).every(({ tags }) => tags.includes('partner')),
      ),
    ),
    components: {
      securitySchemes: { websiteKey: components.securitySchemes.websiteKey! },
      schemas: { PartnerFailure: components.schemas.PartnerFailure! },
    },
  };
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** A call with two methods has one path and two operations. */
function actionPaths(actions: Action[]): JsonObject {
  const byName = Object.groupBy(actions, ({ name }) => name);
  return Object.fromEntries(
    Object.entries(byName).map(([name, same = []]) => [
      `/api?action=${name}`,
      Object.fromEntries(
        same.map((spec, index) => [
          spec.method.toLowerCase(),
          operationOf(spec, index > 0 ? spec.method : ''),
        ]),
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
    ...(spec.limits?.length && { 'x-samtrot-limits': spec.limits.map(limitOf) }),
    ...(typeof spec.money === 'object' && { 'x-samtrot-no-key-with': [...spec.money.unless] }),
    ...(spec.method === 'GET'
      ? { parameters: queryParameters(input) }
      : { requestBody: bodyOf(input) }),
    ...(spec.money && { parameters: [IDEMPOTENCY_KEY] }),
    responses: {
      '200': {
        ...responseOf(schemaOf(spec.output, 'output')),
        ...(spec.money && { headers: REPLAYED }),
      },
      ...failureResponses(failuresOf(spec)),
    },
  };
}

const limitOf = ({ per, shared, attempts, seconds }: NonNullable<Action['limits']>[number]) => ({
  per: typeof per === 'string' ? per : { field: per.field },
  ...(shared && { shared }),
  attempts,
  seconds,
});

const IDEMPOTENCY_KEY: JsonObject = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Chosen by the caller, one for each order. The same key with the same input within 24 hours returns the same response and does nothing again; another input fails with IDEMPOTENCY_MISMATCH.',
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

function responseOf(output: JsonObject): JsonObject {
  const schema = {
    ...output,
    properties: { success: { const: true }, ...(output.properties as JsonObject) },
    required: ['success', ...((output.required as string[]) ?? [])],
  };
  return { description: 'Done.', content: { 'application/json': { schema } } };
}

/** The only call with its own address and a bare list as response. */
function lookupPath(): JsonObject {
  const { 'x-samtrot-action': _, ...operation } = operationOf(lookup, '');
  const schema = schemaOf(lookup.output, 'output');
  const responses = {
    '200': { description: 'Done.', content: { 'application/json': { schema } } },
    ...failureResponses([...lookup.errors]),
  };
  return { [LOOKUP_PATH]: { get: { ...operation, responses } } };
}
