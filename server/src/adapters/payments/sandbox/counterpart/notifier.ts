import type { Task } from '../../../../platform/worker.ts';
import { SIGNATURE_HEADER, signatureOf } from '../webhook.ts';
import * as store from './store.ts';

interface Options {
  /** The portal's address for notifications. */
  webhookUrl: string;
  webhookSecret: string;
  fetch: typeof fetch;
}

const BATCH = 10;
const TIMEOUT_MS = 10_000;

/** Delivers signed notifications about decided payments, retried until the response is 2xx. */
export function notifyTask({ webhookUrl, webhookSecret, fetch }: Options): Task {
  const deliver = async ({ id, payment }: store.Notification, now: Date): Promise<boolean> => {
    const body = JSON.stringify({ id, type: 'payment.decided', payment });
    const response = await fetch(webhookUrl, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        [SIGNATURE_HEADER]: signatureOf(webhookSecret, body, now),
      },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(() => undefined);
    return response?.ok ?? false;
  };
  return {
    name: 'sandbox/notify',
    async run({ db, now }) {
      const due = await store.claimNotifications(db, now, BATCH);
      await Promise.all(
        due.map(async (notification) => {
          if (await deliver(notification, now)) await store.markDelivered(db, notification.id, now);
        }),
      );
      return due.length;
    },
  };
}
