import type { Action } from '@samtrot/shared/kernel/action.ts';
import { errors } from '@samtrot/shared/kernel/errors.ts';
import { TOKEN_CALLS, type TokenCall } from '@samtrot/shared/token-api/contract.ts';
import type { JsonObject } from '../../platform/describe.ts';
import { failuresOf } from '../failures.ts';

/**
 * The paths of the token API: the actions' parameters under its own names, and its own responses.
 * See `docs/TOKEN-API.md`.
 */
export const tokenPaths = (
  actions: readonly Action[],
  inputOf: (spec: Action) => JsonObject,
): JsonObject =>
  Object.fromEntries(
    Object.entries<TokenCall>(TOKEN_CALLS).map(([name, call]) => {
      const spec = actions.find((action) => action.name === call.action)!;
      const { properties, required } = inputOf(spec) as {
        properties: JsonObject;
        required: string[];
      };
      const members = Object.entries(call.fields);
      const schema = {
        type: 'object',
        properties: {
          ...Object.fromEntries(members.map(([theirs, ours]) => [theirs, properties[ours]!])),
          ...(name === 'register' && {
            accountType: { type: 'string', description: 'Accepted; grants nothing.' },
          }),
        },
        required: members.filter(([, ours]) => required.includes(ours)).map(([theirs]) => theirs),
      };
      const operation = {
        operationId: `token_${name}`,
        tags: ['token'],
        summary: `Token API: ${spec.summary}`,
        security: [{}],
        requestBody: { required: true, content: { 'application/json': { schema } } },
        responses: {
          '200': {
            description: 'Done.',
            content: {
              'application/json': { schema: WITH_TOKEN.includes(name) ? TOKEN : MESSAGE },
            },
          },
          ...failures(spec),
        },
      };
      return [`/token-api${call.path}`, { post: operation }];
    }),
  );

const object = (properties: JsonObject, required = Object.keys(properties)): JsonObject => ({
  type: 'object',
  properties,
  required,
});

const TOKEN = object({
  data: object({
    token: object({
      token: { type: 'string' },
      expiresAt: { type: 'string', format: 'date-time' },
    }),
  }),
});
const MESSAGE = object({
  data: object({ message: { type: 'string' }, confirmFirst: { const: true } }, ['message']),
});

export const TOKEN_FAILURE: JsonObject = object(
  {
    code: {
      type: 'string',
      description: 'VALIDATION_ERROR, SERVER_ERROR, or a code of the portal.',
    },
    message: { type: 'string', description: 'German, for people.' },
    errors: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'Message per member of the body.',
    },
    pending: {
      type: 'string',
      description: 'Names the login that waits for its second step (SECOND_FACTOR_REQUIRED).',
    },
    retry_after: { type: 'integer', description: 'Seconds to wait (429).' },
    reference: { type: 'string', description: 'Names the incident (500).' },
  },
  ['code', 'message'],
);

const WITH_TOKEN = ['login', 'secondFactor'];

/** The portal's failures possible here; there is no login and no `user_id`. */
function failures(spec: Action): JsonObject {
  const statuses = failuresOf(spec)
    .filter((code) => code !== 'NOT_LOGGED_IN' && code !== 'WRONG_USER')
    .map((code) => String(errors[code].status));
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/TokenFailure' } } };
  return Object.fromEntries(
    [...new Set([...statuses, '500'])]
      .sort()
      .map((status) => [status, { description: 'Refused.', content }]),
  );
}
