import { connect } from '../platform/db.ts';
import { createLogger } from '../platform/log.ts';
import { type App, compose } from './compose.ts';
import { readConfig } from './config.ts';

/** The product composed on a database that is never queried, to describe it. */
export function composeOffline(): App {
  const config = readConfig({
    NODE_ENV: 'test',
    SESSION_SECRET: 'x'.repeat(32),
    DATA_KEY: 'y'.repeat(32),
  });
  const { db, pool } = connect('postgres://nobody@127.0.0.1:1/none');
  const clock = { now: () => new Date(0) };
  return compose({ config, db, pool, log: createLogger('silent'), clock });
}
