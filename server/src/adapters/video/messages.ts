import type { VideoFailure } from '../../modules/media/ports.ts';

/** Messages between the video processor and its worker. */
export interface Job {
  /** Absolute path, read-only. */
  source: string;
  /** Absolute path of an empty folder for the results. */
  folder: string;
  story: boolean;
  /** Threads per step. */
  threads: number;
}

export interface Built {
  /** Size of the largest file in pixels, upright and with square pixels. */
  width: number;
  height: number;
  durationMs: number;
  /**
   * Shorter sides of the files, largest first, each stored as `<height>.mp4` beside `poster.webp`.
   */
  heights: number[];
}

export type Answer =
  /** The declared duration, which determines the time limit. */
  | { seconds: number }
  | { progress: number }
  | { built: Built }
  | { failure: VideoFailure; reason: string }
  /** Not caused by the video: the disk is full. */
  | { full: true }
  /** Not caused by the video: FFmpeg cannot be loaded. */
  | { missing: string };

/** A refused file, with the code for its owner. */
export class Refusal extends Error {
  readonly code: VideoFailure;
  constructor(code: VideoFailure, reason: string) {
    super(reason);
    this.code = code;
  }
}
