/**
 * `npm run generate`: the shapes of what is delivered and taken as plain TypeScript, for programs
 * that have neither the contract nor its library.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as contract from '@samtrot/shared/delivery/contract.ts';
import { partnerReportBody } from '@samtrot/shared/reports/contract.ts';
import * as z from 'zod/mini';

export const TYPES_FILE = join(import.meta.dirname, '../src/types.gen.ts');

const DELIVERED = {
  DeliveredImage: contract.DeliveredImage,
  DeliveredVideo: contract.DeliveredVideo,
  DeliveredAd: contract.DeliveredAd,
  DeliveredClub: contract.DeliveredClub,
  DeliveredBanner: contract.DeliveredBanner,
  Tombstone: contract.Tombstone,
  AdsAnswer: contract.adsAnswer,
  AdAnswer: contract.adAnswer,
  AdCountAnswer: contract.adCountAnswer,
  SimilarAnswer: contract.similarAnswer,
  StoriesAnswer: contract.storiesAnswer,
  ClubsAnswer: contract.clubsAnswer,
  ClubAnswer: contract.clubAnswer,
  BannersAnswer: contract.bannersAnswer,
  ListsAnswer: contract.listsAnswer,
};
const TAKEN = { VisitBody: contract.visitBody, PartnerReportBody: partnerReportBody };

interface Schema {
  $ref?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  type?: string | string[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
}

const PLAIN: Record<string, string> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};

/** @throws for a schema that it cannot express */
function typeOf(schema: Schema): string {
  if (schema.$ref) return schema.$ref;
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' | ');
  if (Array.isArray(schema.type))
    return schema.type.map((type) => typeOf({ ...schema, type })).join(' | ');
  if (schema.type === 'array' && schema.items) return `Array<${typeOf(schema.items)}>`;
  if (schema.type === 'object' && schema.properties) {
    const required = new Set(schema.required);
    const members = Object.entries(schema.properties).map(
      ([name, value]) => `${name}${required.has(name) ? '' : '?'}: ${typeOf(value)};`,
    );
    return `{ ${members.join(' ')} }`;
  }
  if (schema.type === 'object' && typeof schema.additionalProperties === 'object')
    return `Record<string, ${typeOf(schema.additionalProperties)}>`;
  const plain = PLAIN[schema.type ?? ''];
  if (!plain) throw new Error(`no type for ${JSON.stringify(schema)}`);
  return plain;
}

function declarations(types: Record<string, z.ZodMiniType>, io: 'input' | 'output'): string[] {
  const registry = z.registry<{ id: string }>();
  for (const [id, type] of Object.entries(types)) registry.add(type, { id });
  const { schemas } = z.toJSONSchema(registry, { io, uri: (id) => id });
  return Object.keys(types).map(
    (name) => `export type ${name} = ${typeOf(schemas[name] as Schema)};`,
  );
}

export const generatedTypes = (): string =>
  [
    '/** Generated from the contract by `npm run generate`; docs/PARTNERS.md explains each field. */',
    ...declarations(DELIVERED, 'output'),
    ...declarations(TAKEN, 'input'),
    '',
  ].join('\n');

if (import.meta.main) {
  const types = generatedTypes();
  if (types !== readFileSync(TYPES_FILE, 'utf8')) writeFileSync(TYPES_FILE, types);
}
