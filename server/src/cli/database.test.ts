import { connect } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../app/config.ts';
import { runCommand } from '../testing/world/command.ts';
import { testWorld, type World } from '../testing/world/world.ts';
import { withDatabase } from './database.ts';
import { mediaCheck } from './media-check.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

/** Nothing listens on port 1. */
const refused = (host = '127.0.0.1') =>
  new Promise<never>((_, fail) => {
    connect({ host, port: 1, autoSelectFamily: true }).once('error', fail);
  });
const attempt = (work: () => Promise<unknown>, databaseUrl = world.url) =>
  withDatabase({ config: { ...world.config, databaseUrl }, note: () => {} }, work).then(
    () => '',
    (error: Error) => `${error.constructor.name}: ${error.message}`,
  );

test('a mail server that refuses is named as itself while the database answers [RUN-08]', async () => {
  expect(await attempt(() => refused())).toBe(
    'Refusal: Eine Verbindung kam nicht zustande oder brach ab: connect ECONNREFUSED 127.0.0.1:1',
  );
  expect(await attempt(() => refused('localhost'))).toMatch(
    /^Refusal: Eine Verbindung .*: .*ECONNREFUSED \S+:1/,
  );
});

test('a bucket that refuses is named as the store of the files [RUN-08]', async () => {
  const { s3 } = readConfig({
    DATA_DIR: world.config.dataDir,
    S3_ENDPOINT: 'http://127.0.0.1:1',
    S3_BUCKET: 'dateien',
    S3_ACCESS_KEY: 'k',
    S3_SECRET_KEY: 's',
  });
  const away = { ...world, config: { ...world.config, s3 } };
  expect(await attempt(() => runCommand(away, mediaCheck, [], {}))).toMatch(
    /^Refusal: Der Speicher der Dateien antwortet nicht: S3 list: .*ECONNREFUSED/,
  );
});

test('the database is named when it does not answer, or ends a connection itself [RUN-08]', async () => {
  expect(await attempt(() => refused(), 'postgres://haus@127.0.0.1:1/haus')).toMatch(
    /^Refusal: haus auf 127\.0\.0\.1:1 antwortet nicht: /,
  );
  const name = new URL(world.url).pathname.slice(1);
  const ended = attempt(async () => {
    const client = new pg.Client(world.url);
    client.on('error', () => {});
    await client.connect();
    await client.query('select pg_terminate_backend(pg_backend_pid())');
  });
  expect(await ended).toContain(`Refusal: ${name} auf `);
});
