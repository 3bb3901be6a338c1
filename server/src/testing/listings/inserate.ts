import { createInserat, type Inserat, saveInserat } from '@samtrot/shared/inserate/contract.ts';
import type { Params } from '@samtrot/shared/kernel/action.ts';
import { state } from '@samtrot/shared/overview/contract.ts';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { checkBooks } from '../../modules/overview/service.ts';
import { credit } from '../../modules/wallet/service.ts';
import { uploader } from '../media/uploads.ts';
import { type Answer, type Caller, START, testWorld, type World } from '../world/world.ts';

export type Saving = Params<typeof saveInserat>;

/** Everything that a published ad and a story of it need; a test names what matters to it. */
export const ad = (inserat_id: number, changes: Partial<Saving> = {}): Saving => ({
  inserat_id,
  name: 'Lena',
  titel: 'Ruhige Stunden am See',
  beschreibung: 'Gute Gespräche bei einem Glas Wein.',
  telefon: '079 123 45 67',
  cantons: ['ZH'],
  categories: [1],
  story_title: 'Heute am See',
  ...changes,
});

export const cantons = (n: number) => ['AG', 'AR', 'AI', 'BL', 'BS', 'BE', 'FR', 'GE'].slice(0, n);

/** What a test of ads does again and again, through the calls that a browser makes. */
export function advertisers(world: World) {
  let gifts = 0;
  const grant = (userId: number, amount: number) =>
    world.db.transaction().execute((db) =>
      credit({ db, now: world.clock.now() }, 'topup', {
        userId,
        amount,
        paid: amount * 100,
        cause: `test:${userId}:${++gifts}`,
        description: 'Aufladung',
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
    async rich(credits: number): Promise<Caller & { email: string }> {
      const user = await world.user();
      const forever = new Date('2099-01-01T00:00:00Z');
      await world.db
        .updateTable('session')
        .set({ expires_at: forever, last_seen_at: forever })
        .where('account_id', '=', user.userId)
        .execute();
      if (credits > 0) await grant(user.userId, credits);
      return user;
    },
    /** A new account and the number of its blank draft. */
    async beginner(credits = 200): Promise<{ user: Caller; id: number }> {
      const user = await this.rich(credits);
      return { user, id: await this.blank(user) };
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

export interface AdFixture {
  world: World;
  on: ReturnType<typeof advertisers>;
  tus: ReturnType<typeof uploader>;
  /** New for each test, with the asked credits; nobody unless asked. */
  user: Caller & { email: string };
}

/**
 * What a test file of ads stands on: a world that begins and ends with the file, and then has
 * neither defects nor wrong books.
 */
export function adStage(
  give: (fixture: AdFixture) => void,
  { credits }: { credits?: number } = {},
): void {
  const fixture = {} as AdFixture;
  beforeAll(async () => {
    const world = await testWorld();
    give(Object.assign(fixture, { world, on: advertisers(world), tus: uploader(world) }));
  });
  if (credits !== undefined)
    beforeEach(async () => {
      fixture.world.clock.set(START);
      fixture.user = await fixture.on.rich(credits);
      give(fixture);
    });
  afterAll(async () => {
    expect(await fixture.on.wrongBooks()).toEqual([]);
    expect(fixture.world.defects).toEqual([]);
    await fixture.world[Symbol.asyncDispose]();
  });
}
