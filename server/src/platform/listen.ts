import type pg from 'pg';
import type { Logger } from './log.ts';

interface Options {
  pool: pg.Pool;
  channel: string;
  log: Logger;
  onNotification(payload: string): void;
  /** Whether notifications arrive: false until the first connection and whenever it is lost. */
  onConnectionChange(connected: boolean): void;
}

const RETRY_MS = 500;

/**
 * Listens for notifications of a channel on a dedicated connection, and reconnects when it is lost.
 */
export function listen({ pool, channel, log, onNotification, onConnectionChange }: Options): {
  stop(): Promise<void>;
} {
  let stopped = false;
  let client: pg.PoolClient | undefined;
  let timer: NodeJS.Timeout | undefined;

  const onLost = (lostClient: pg.PoolClient) => {
    if (client !== lostClient) return;
    client = undefined;
    lostClient.release(true);
    onConnectionChange(false);
    reconnect();
  };
  const reconnect = () => {
    if (stopped) return;
    timer = setTimeout(() => {
      current = open();
    }, RETRY_MS).unref();
  };
  const open = async () => {
    try {
      const opened = await pool.connect();
      if (stopped) return opened.release(true);
      client = opened;
      opened.on('notification', ({ payload = '' }) => onNotification(payload));
      opened.once('error', () => onLost(opened));
      opened.once('end', () => onLost(opened));
      await opened.query(`listen ${channel}`);
      if (client === opened) onConnectionChange(true);
    } catch (error) {
      log.warn({ err: error, channel }, 'notifications do not arrive');
      if (client) onLost(client);
      else reconnect();
    }
  };
  let current = open();

  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await current;
      const open = client;
      client = undefined;
      open?.release(true);
    },
  };
}
