import { createInserat, type Inserat, saveInserat } from '@samtrot/shared/inserate/contract.ts';
import type { Params } from '@samtrot/shared/kernel/action.ts';
import { state } from '@samtrot/shared/overview/contract.ts';
import { checkBooks } from '../modules/overview/service.ts';
import { credit } from '../modules/wallet/service.ts';
import type { Answer, Caller, World } from './world.ts';

export type Saving = Params<typeof saveInserat>;

/** Everything that a published ad needs; a test names what matters to it. */
export const ad = (inserat_id: number, changes: Partial<Saving> = {}): Saving => ({
  inserat_id,
  name: 'Lena',
  titel: 'Ruhige Stunden am See',
  beschreibung: 'Gute Gespräche bei einem Glas Wein.',
  telefon: '079 123 45 67',
  cantons: ['ZH'],
  categories: [1],
  ...changes,
});

export const cantons = (n: number) => ['AG', 'AR', 'AI', 'BL', 'BS', 'BE', 'FR', 'GE'].slice(0, n);

/** What a test of ads does again and again, through the calls that a browser makes. */
export function advertisers(world: World) {
  let gifts = 0;
  const grant = (userId: number, amount: number) =>
    world.db.transaction().execute((db) =>
      credit({ db, now: world.clock.now() }, 'topup', {
        ...{ userId, amount, cause: `test:${++gifts}`, description: 'Aufladung' },
      }),
    );
  return {
    grant,
    /** What is wrong in the books, but for the gifts of tests, which nobody paid. */
    async wrongBooks(): Promise<string[]> {
      return (await checkBooks(world.db)).problems.filter(
        (problem) => !problem.includes('ohne gutgeschriebene Zahlung'),
      );
    },
    /** A new account with so many credits, logged in for as long as a test moves the clock. */
    async rich(credits: number): Promise<Caller> {
      const user = await world.user();
      const forever = new Date('2099-01-01T00:00:00Z');
      await world.db
        .updateTable('session')
        .set({ expires_at: forever })
        .where('account_id', '=', user.userId)
        .execute();
      if (credits > 0) await grant(user.userId, credits);
      return user;
    },
    async blank(user: Caller): Promise<number> {
      return (await user.call(createInserat, {})).body.inserat_id;
    },
    async place(user: Caller, changes: Partial<Saving> = {}): Promise<Answer & { id: number }> {
      const id = changes.inserat_id ?? (await user.call(createInserat, {})).body.inserat_id;
      return { ...(await user.call(saveInserat, ad(id, changes))), id };
    },
    async list(user: Caller): Promise<Inserat[]> {
      return (await user.call(state, {})).body.state.Inserats;
    },
    async credits(user: Caller): Promise<number> {
      return (await user.call(state, {})).body.state.credits;
    },
  };
}
