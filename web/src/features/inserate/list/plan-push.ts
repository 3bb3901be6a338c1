import { content, getInserat, saveInserat } from '@samtrot/shared/inserate/contract.ts';
import { pick } from '@samtrot/shared/kernel/content.ts';
import { ApiError, call } from '../../../lib/api/api.ts';
import { toWire } from '../editor/editor-form.ts';

interface Push {
  date: string;
  time: string;
  price: number;
}

/** Adds a dated push to a booked ad and changes nothing else of it. */
export async function planPush(id: number, { date, time, price }: Push): Promise<void> {
  const { inserat, unsaved } = await call(getInserat, { inserat_id: id });
  if (unsaved)
    throw new ApiError(
      'UNSAVED',
      'Du hast an diesem Inserat etwas geändert und nicht gespeichert. Plane den Push im Inserat.',
    );
  const form = pick(content, inserat);
  const date_time_pushes = [...form.date_time_pushes, { date, time }];
  await call(
    saveInserat,
    toWire(
      { ...form, date_time_pushes },
      { inseratId: id, as: 'publish', expectedTotal: price, version: inserat.version },
    ),
  );
}
