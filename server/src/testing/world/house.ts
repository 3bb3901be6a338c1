import type { ReasonId } from '@samtrot/shared/holds/reason-rules.ts';
import type { HeldThing, HoldKind } from '@samtrot/shared/holds/status.ts';
import type { Role } from '@samtrot/shared/staff/roles.ts';
import * as moderation from '../../modules/moderation/service.ts';
import { addPerson } from '../../modules/staff/people/people.ts';
import type { Actors, StaffCtx } from '../../platform/action.ts';
import { CLIENT } from './client.ts';
import type { World } from './world.ts';

type Person = Actors['staff'];
let people = 0;

/** People of the house, and what they do to things of advertisers through the services. */
export function house(world: Pick<World, 'db' | 'clock' | 'config'>) {
  const { db, clock } = world;
  const as = <T>(actor: Person, work: (ctx: StaffCtx) => Promise<T>): Promise<T> =>
    db
      .transaction()
      .execute((inner) => work({ db: inner, now: clock.now(), actor, client: CLIENT }));
  return {
    as,
    async person(role: Role = 'moderator'): Promise<Person> {
      const n = people++;
      const letter = (at: number) => String.fromCharCode(65 + (at % 26));
      // Spread over the first letters: each has 26 signs.
      const name = `${letter(n)}ora ${letter(n / 26)}eller`;
      const id = await db.transaction().execute(async (inner) => {
        const ctx = { db: inner, now: clock.now(), actor: { kind: 'cli' as const } };
        const email = `haus${n}@samtrot.example`;
        const made = await addPerson(ctx, { name, email, role });
        const active = { state: 'active', password_hash: 'x' };
        await inner.updateTable('staff').set(active).where('id', '=', made).execute();
        return made;
      });
      return {
        kind: 'staff',
        staffId: id,
        name,
        sign: 'XX',
        role,
        confirmedAt: clock.now(),
        sessionHash: Buffer.alloc(32),
      };
    },
    hold: (
      actor: Person,
      type: HeldThing,
      id: number,
      more: Partial<moderation.Holding> & { kind?: HoldKind; reason?: ReasonId } = {},
    ) =>
      as(actor, (ctx) =>
        moderation.hold(ctx, {
          object: { type, id },
          kind: 'blocked',
          reason: 'falsche_angaben',
          ...more,
        }),
      ),
    release: (actor: Person, hold_id: number) =>
      as(actor, (ctx) => moderation.release(ctx, { hold_id, reason: 'Geprüft' })),
  };
}
