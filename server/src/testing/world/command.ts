import type { Config } from '../../app/config.ts';
import type { Command, Outcome } from '../../cli/command.ts';
import type { StaffActor, StaffPerson } from '../../platform/action.ts';
import type { Staff } from './staff.ts';
import type { World } from './world.ts';

/** This member of staff at the command line. */
export const personOf = (
  { clock }: Pick<World, 'clock'>,
  { staffId, name }: Staff,
  role: StaffPerson['role'],
): StaffPerson => ({ kind: 'staff', staffId, name, sign: 'BF', role, confirmedAt: clock.now() });

/** Runs a command of the operator in this process, on the database and the clock of the world. */
export async function runCommand(
  { config, db, clock }: Pick<World, 'config' | 'db' | 'clock'>,
  command: Command,
  places: string[],
  options: Record<string, string | boolean | undefined>,
  settings: Partial<Config> = {},
  /** The person of `--as`. */
  actor: StaffActor = { kind: 'cli' },
): Promise<Outcome> {
  const work = command.prepare(places, options);
  if (!('withDatabase' in work)) throw new Error('the command needs no database');
  const by = { actor, ...(actor.kind === 'staff' && command.right && { right: command.right }) };
  return work.withDatabase({
    config: { ...config, ...settings },
    db,
    clock,
    actor,
    progress() {},
    transaction: (change) =>
      db.transaction().execute((inner) => change({ db: inner, now: clock.now(), ...by })),
  });
}
