import { type ErrorCode, errors, portalErrors } from '@samtrot/shared/kernel/errors.ts';
import * as z from 'zod/mini';

export type Json = { [key: string]: Json } | Json[] | string | number | boolean | null;
export type JsonObject = { [key: string]: Json };

/** The schema of every failure (decisions, section 2). */
export const FAILURE: JsonObject = {
  type: 'object',
  required: ['success', 'code', 'message'],
  properties: {
    success: { const: false },
    code: { type: 'string', enum: Object.keys(portalErrors) },
    message: { type: 'string', description: 'German, for people.' },
    errors: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'Message per field (422).',
    },
    total: {
      type: 'integer',
      description: 'Credits that it would cost now (PRICE_CHANGED of an ad).',
    },
    expected_total: {
      type: 'integer',
      description: 'Credits that the caller has seen (PRICE_CHANGED of an ad).',
    },
    price: {
      type: 'number',
      description: 'Francs that it would cost now (PRICE_CHANGED of a top-up).',
    },
    payment_url: {
      type: 'string',
      description: 'A payment page that is still open (TOO_MANY_PENDING).',
    },
    missing: { type: 'integer', description: 'Credits that are missing (INSUFFICIENT_CREDITS).' },
    retry_after: { type: 'integer', description: 'Seconds to wait (429).' },
    reference: { type: 'string', description: 'Names the incident (500).' },
  },
};

/** The JSON schema of a request or response; what it cannot express is left open. */
export const schemaOf = (type: unknown, io: 'input' | 'output'): JsonObject => {
  const { $schema: _, ...schema } = z.toJSONSchema(type as never, {
    io,
    unrepresentable: 'any',
  }) as JsonObject;
  return schema;
};

export const queryParameters = ({ properties = {}, required = [] }: JsonObject): Json[] =>
  Object.entries(properties as JsonObject).map(([name, schema]) => ({
    name,
    in: 'query',
    required: (required as string[]).includes(name),
    schema: schema!,
  }));

/** One response per status with its possible codes and messages; `shape` names a schema. */
export function failureResponses(codes: ErrorCode[], shape = 'Failure'): JsonObject {
  const all: ErrorCode[] = [...codes, 'INTERNAL'];
  const byStatus = Object.groupBy(all, (code) => String(errors[code].status));
  return Object.fromEntries(
    Object.entries(byStatus)
      .sort(([a], [b]) => Number(a) - Number(b))
      .map(([status, group = []]) => {
        const sorted = group.toSorted();
        const schema: Json = {
          allOf: [
            { $ref: `#/components/schemas/${shape}` },
            { properties: { code: { enum: sorted } } },
          ],
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
