import { readFileSync } from 'node:fs';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { expect, test } from 'vitest';
import { composeOffline } from '../compose-offline.ts';
import { apiDocument, partnerDocument } from './document.ts';
import { renderMarkdown } from './markdown.ts';
import { API_PAGE } from './page.ts';

interface Operation {
  operationId: string;
  tags: string[];
  responses: Record<string, { content?: Record<string, unknown> }>;
}
interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown> };
}
const generated = apiDocument(composeOffline().handlers);
const document = generated as unknown as Document;
const partners = partnerDocument(generated, 'https://portal.example') as unknown as Document;
const operations = Object.values(document.paths).flatMap((path) => Object.values(path));

test('docs/API.md is rendered from the contracts; if not, run: npm run generate', () => {
  // Not `toBe`: the diff of two texts of this length takes minutes.
  expect(readFileSync(API_PAGE, 'utf8') === renderMarkdown(generated)).toBe(true);
});

test('every call has a path, an operation with its name and a response [API-01]', () => {
  expect(document.openapi).toBe('3.1.0');
  const names = operations.map(({ operationId }) => operationId);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toEqual(expect.arrayContaining(['login', 'logout', 'register', 'state']));
  for (const { operationId, responses } of operations) {
    expect(Object.keys(responses), operationId).toEqual(expect.arrayContaining(['500', '503']));
    // 202: accepted, and performed later.
    expect((responses['200'] ?? responses['202'])?.content, operationId).toHaveProperty(
      'application/json',
    );
  }
});

test('the token API has its own names, and accepts its token wherever a cookie is [AUT-80, AUT-81, AUT-82, AUT-83]', () => {
  const bodyOf = (path: string) =>
    (
      document.paths[`/token-api/auth/${path}`]!.post as never as {
        requestBody: { content: Record<string, { schema: object }> };
      }
    ).requestBody.content['application/json']!.schema as { properties: object; required: string[] };
  expect(bodyOf('login').required).toEqual(['email', 'password']);
  expect(Object.keys(bodyOf('login').properties)).toEqual([
    'email',
    'password',
    'rememberMe',
    'proof',
  ]);
  expect(bodyOf('register').required).toEqual(['username', 'email', 'password']);
  expect(bodyOf('forgot-password').required).toEqual(['email']);
  expect(bodyOf('reset-password').required).toEqual(['password', 'token']);
  const { security } = document.paths['/api?action=state']!.get as never as { security: object[] };
  expect(security).toEqual([{}, { session: [] }, { token: [] }]);
});

test.each([
  ['portal', document],
  ['partners', partners],
])(
  'every reference of the document for %s resolves, with a single JSON schema dialect',
  (_, of) => {
    const text = JSON.stringify(of);
    for (const [, name] of nonEmpty(text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)))
      expect(of.components.schemas).toHaveProperty(name!);
    expect(text.match(/"\$ref":"(?!#\/components\/schemas\/)/)).toBeNull();
    expect(text).not.toContain('$schema');
  },
);

test('the partner document has exactly the calls with the partner tag, unchanged', () => {
  const tagged = Object.entries(document.paths).filter(([, path]) =>
    Object.values(path).some(({ tags }) => tags.includes('partner')),
  );
  expect(partners.paths).toEqual(Object.fromEntries(nonEmpty(tagged)));
  expect(Object.keys(document.paths).filter((path) => path.startsWith('/partner/'))).toEqual(
    Object.keys(partners.paths),
  );
  // Additive changes must not break a partner's client.
  expect(JSON.stringify(partners)).not.toContain('additionalProperties":false');
});

test('requests are described as sent, not as parsed [API-03]', () => {
  const login = document.paths['/api?action=login']!.post as unknown as {
    requestBody: {
      content: Record<
        string,
        { schema: { properties: Record<string, unknown>; required: string[] } }
      >;
    };
  };
  const { schema } = login.requestBody.content['application/x-www-form-urlencoded']!;
  expect(Object.keys(schema.properties)).toEqual([
    'log',
    'pwd',
    'rememberme',
    'keep_account',
    'proof',
  ]);
  expect(schema.required).toEqual(['log', 'pwd']);
});
