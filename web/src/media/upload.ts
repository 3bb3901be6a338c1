type UploadState =
  /** For the one before it; nothing of it has left yet. */
  | 'waiting'
  | 'sending'
  /** Its bytes are there, and the server makes of them what they are for. */
  | 'saving'
  | 'paused'
  /** Something was in the way: it goes on when asked to. */
  | 'stopped'
  /** This file is never taken; it stays to say why. */
  | 'refused';

/** What stays of an upload that did not succeed. */
export interface Failure {
  /** Whether the same file may succeed when it is tried again. */
  again: boolean;
  /** In words for the person; empty where a message has said it. */
  reason: string;
  /** What the button to go on says, where it is not «Nochmals versuchen». */
  act?: string;
}

export interface Upload {
  key: number;
  file: File;
  /** Local address of what it shows. */
  preview: string;
  state: UploadState;
  /** 0 to 100 of its bytes. */
  percent: number;
  /** Why it stopped or was refused. */
  failure?: Failure;
}

/** Whether it takes up room, as opposed to a file that was refused and only says why. */
export const isOpen = ({ state }: Upload): boolean => state !== 'refused';

/** Whether it progresses without the user, as opposed to being held. */
export const isMoving = ({ state }: Upload): boolean =>
  state === 'waiting' || state === 'sending' || state === 'saving';
