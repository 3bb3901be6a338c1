import type { Caller, World } from './world.ts';

/** Calls with an idempotency key, and what became of them. */
export function keyedCalls(world: World) {
  const movements = async ({ userId }: Caller) => {
    const wallet = world.db
      .selectFrom('ledger_account')
      .select('id')
      .where('owner_id', '=', userId);
    const touching = world.db.selectFrom('ledger_transfer').select(['kind', 'amount']);
    return touching
      .where((row) => row.or([row('from_account', 'in', wallet), row('to_account', 'in', wallet)]))
      .execute();
  };
  return {
    /** One call, with everything of the answer that the same key must give again. */
    async send(
      { cookie }: Pick<Caller, 'cookie'>,
      action: string,
      payload: object,
      key?: string,
      method: 'POST' | 'DELETE' = 'POST',
    ) {
      const headers = {
        ...(cookie && { cookie }),
        ...(key !== undefined && { 'idempotency-key': key }),
      };
      const answer = await world.server.inject({
        method,
        url: '/api',
        query: { action },
        headers,
        payload,
      });
      const { 'idempotency-replayed': replayed, 'content-type': type } = answer.headers;
      return {
        status: answer.statusCode,
        text: answer.body,
        replayed: replayed === 'true',
        type,
        body: answer.json(),
      };
    },
    paymentsOf: ({ userId }: Caller) =>
      world.db.selectFrom('payment').select('id').where('account_id', '=', userId).execute(),
    keptOf: ({ userId }: Caller) =>
      world.db
        .selectFrom('idempotency')
        .select(['action', 'status'])
        .where('account_id', '=', userId)
        .execute(),
    movements,
    spent: async (user: Caller) => (await movements(user)).filter(({ kind }) => kind === 'order'),
  };
}
