import { setDeviceMessages } from '@samtrot/shared/device-messages/contract.ts';
import type { MessageKind } from '@samtrot/shared/device-messages/rules.ts';
import type { Caller, World } from '../world/world.ts';
import { pushDevice } from './push-service.ts';

/** A device of this person that wants these messages, and what it is to be told. */
export async function listeningDevice(world: World, who: Caller, kinds: readonly MessageKind[]) {
  const { subscription } = pushDevice('https://fcm.googleapis.com/fcm/send/1');
  const { status, body } = await who.call(setDeviceMessages, { kinds: [...kinds], subscription });
  if (status !== 200) throw new Error(JSON.stringify(body));
  const messages = () =>
    world.db
      .selectFrom('device_message as m')
      .innerJoin('message_device as d', 'd.id', 'm.device_id')
      .select(['m.kind', 'm.page', 'm.due_at', 'm.until'])
      .where('d.account_id', '=', who.userId)
      .orderBy('m.id');
  return {
    rows: () => messages().execute(),
    /** Takes what waits, as `kind page`. */
    async take(): Promise<string[]> {
      const rows = await messages().execute();
      await world.db.deleteFrom('device_message').execute();
      return rows.map(({ kind, page }) => `${kind} ${page}`);
    },
  };
}
