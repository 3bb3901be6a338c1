import type { ErrorCode } from '@samtrot/shared/kernel/errors.ts';
import type { Picture } from '../../modules/media/ports.ts';

/** What the image processor and its worker say to each other. */
export interface Job {
  bytes: Uint8Array;
}

/** Why a file gives no picture: what the person is told, and what the log says. */
export interface Refusal {
  code: Extract<ErrorCode, 'IMAGE_TOO_MANY_PIXELS' | 'IMAGE_TOO_THIN' | 'IMAGE_DAMAGED' | 'IMAGE_UNREADABLE'>;
  params?: { width: number; height: number };
  reason: string;
}
export type Result = { picture: Picture } | { refusal: Refusal };
