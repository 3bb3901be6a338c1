import type { VideoFailure } from '../../modules/media/ports.ts';

/** What the video processor and its worker say to each other. */
export interface Job {
  /** Absolute; the file is read only. */
  source: string;
  /** Absolute, empty; what is built lies here. */
  folder: string;
  story: boolean;
  /** How many threads each step may use. */
  threads: number;
}

export interface Built {
  /** Pixels of the largest file, upright and with square pixels. */
  width: number;
  height: number;
  durationMs: number;
  /** Shorter sides of the files, largest first; each lies as `<height>.mp4` in the folder, beside `poster.webp`. */
  heights: number[];
}

export type Answer =
  /** How long the file says it is, which decides how long the work may take. */
  | { seconds: number }
  | { progress: number }
  | { built: Built }
  | { failure: VideoFailure; reason: string }
  /** No fault of the video: there is no room for what is built. */
  | { full: true };

/** A file that is not accepted, with the code that its owner is told. */
export class Refusal extends Error {
  readonly code: VideoFailure;
  constructor(code: VideoFailure, reason: string) {
    super(reason);
    this.code = code;
  }
}
