import type { Picture } from '../../modules/media/ports.ts';

/** What the studio and its worker say to each other. */
export interface Job {
  bytes: Uint8Array;
}
export type Result = { picture: Picture } | { unreadable: string };
