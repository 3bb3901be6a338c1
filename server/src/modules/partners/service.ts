import type { Sql } from '../../platform/db.ts';
import * as store from './store.ts';

/** The websites that take ads; only these are offered, shown and served (decisions, section 6). */
export const onlineWebsites = (db: Sql) => store.listOnline(db);
