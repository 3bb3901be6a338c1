import type { Inserat } from '@samtrot/shared/inserate/contract.ts';
import type { Sql } from '../../platform/db.ts';
import * as store from './store.ts';

export const referenceLists = (db: Sql) => store.referenceLists(db);

/** The ads of an account, newest first, without blank drafts and deleted ones. */
export async function listOwn(_db: Sql, _userId: number): Promise<Inserat[]> {
  return [];
}
