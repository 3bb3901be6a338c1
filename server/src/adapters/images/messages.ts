import type { ErrorCode } from '@samtrot/shared/kernel/errors.ts';
import type { Picture } from '../../modules/media/ports.ts';

/** Messages between the image processor and its worker. */
export interface Job {
  bytes: Uint8Array;
}

/** Why a file was refused: code for the user, reason for the log. */
export interface Refusal {
  code: Extract<
    ErrorCode,
    'IMAGE_TOO_MANY_PIXELS' | 'IMAGE_TOO_THIN' | 'IMAGE_DAMAGED' | 'IMAGE_UNREADABLE'
  >;
  params?: { width: number; height: number };
  reason: string;
}
export type Result = { picture: Picture } | { refusal: Refusal };
