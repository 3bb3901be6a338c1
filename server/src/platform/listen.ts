import type pg from 'pg';
import type { Logger } from './log.ts';

interface Options {
  pool: pg.Pool;
  channel: string;
  log: Logger;
  onNotification(payload: string): void;
  /** Whether notices arrive: false until the first connection and whenever it is lost. */
  onConnectionChange(notices: boolean): void;
}

const RETRY_MS = 500;

/** Hears the notices of a channel on a connection of its own and takes it up again when it is lost. */
export function listen({ pool, channel, log, onNotification, onConnectionChange }: Options): { stop(): Promise<void> } {
  let stopped = false;
  let client: pg.PoolClient | undefined;
  let timer: NodeJS.Timeout | undefined;

  const lost = (heard: pg.PoolClient) => {
    if (client !== heard) return;
    client = undefined;
    heard.release(true);
    onConnectionChange(false);
    again();
  };
  const again = () => {
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
      opened.once('error', () => lost(opened));
      opened.once('end', () => lost(opened));
      await opened.query(`listen ${channel}`);
      if (client === opened) onConnectionChange(true);
    } catch (error) {
      log.warn({ err: error, channel }, 'notices are not heard');
      if (client) lost(client);
      else again();
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
