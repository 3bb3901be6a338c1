import * as life from '@samtrot/shared/inserate/lifecycle-contract.ts';
import type { InseratEvent, InseratStatus } from '@samtrot/shared/inserate/status.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import { expect } from 'vitest';
import { type Caller, START, type World } from '../world/world.ts';
import type { advertisers, Saving } from './inserate.ts';

export const premium: Partial<Saving> = { inserat_typ: '1_week' };
export const planned: Partial<Saving> = {
  ...premium,
  publish_option: 'Planen',
  publish_date: '2026-11-25',
  publish_time: '08:30',
};

/** The calls that make an event, and what each costs in a state that allows it. */
export const ACTIONS: Record<
  string,
  { spec: (typeof life)[keyof typeof life]; event: InseratEvent; price: number }
> = {
  push: { spec: life.pushInserat, event: 'pushen', price: 5 },
  top: { spec: life.topInserat, event: 'topad', price: 80 },
  colour: { spec: life.colorInserat, event: 'faerben', price: 20 },
  story: { spec: life.storyInserat, event: 'story', price: 10 },
  reactivate: { spec: life.reactivateInserat, event: 'reaktivieren', price: 40 },
  activate: { spec: life.activateInserat, event: 'aktivieren', price: 0 },
  hide: { spec: life.hideInserat, event: 'ausblenden', price: 0 },
  auto: { spec: life.autoReactivateInserat, event: 'autoreaktivieren', price: 0 },
  duplicate: { spec: life.duplicateInserat, event: 'duplizieren', price: 0 },
  delete: { spec: life.deleteInserat, event: 'loeschen', price: 0 },
};

/** Ads in every state, and what is pressed on them. */
export function lives(world: World, on: ReturnType<typeof advertisers>) {
  const statusOf = async (id: number) =>
    (await world.db.selectFrom('inserat').select('status').where('id', '=', id).executeTakeFirst())
      ?.status;
  const picture = (id: number, accountId: number) =>
    world.db
      .insertInto('image')
      .values({
        account_id: accountId,
        inserat_id: id,
        content_id: 'x',
        name: '',
        width: 1,
        height: 1,
        widths: [1],
        placeholder: '',
        position: 0,
        created_at: START,
      })
      .execute();
  return {
    statusOf,
    /** An ad with a picture, brought into this state by the calls of its owner and the clock. */
    async adIn(state: InseratStatus, owner: Caller): Promise<number> {
      world.clock.set(START);
      const id = await on.blank(owner);
      if (state === 'leer') return id;
      const changes = state === 'geplant' ? planned : premium;
      const { status } = await on.place(owner, {
        inserat_id: id,
        ...changes,
        post_status: state === 'entwurf' ? 'draft' : 'publish',
      });
      expect(status).toBe(200);
      await picture(id, owner.userId);
      if (state === 'ausgeblendet') await owner.call(life.hideInserat, { inserat_id: id });
      if (state === 'geloescht') await owner.call(life.deleteInserat, { inserat_id: id });
      if (state === 'abgelaufen') {
        world.clock.advance(7 * DAY_MS);
        await world.runTasks('publication/clock');
      }
      expect(await statusOf(id)).toBe(state);
      return id;
    },
    press: (name: string, id: unknown, who: Caller, more: object = {}) =>
      who.raw(ACTIONS[name]!.spec.name, {
        payload: { inserat_id: id, ...(name === 'auto' && { enabled: true }), ...more } as object,
      }),
    ordersOf: (id: number) =>
      world.db
        .selectFrom('booking_order')
        .innerJoin('booking', 'booking.id', 'booking_order.booking_id')
        .select(['booking_order.cause', 'booking_order.total'])
        .where('booking.inserat_id', '=', id)
        .orderBy('booking_order.id')
        .execute(),
  };
}
