import type { Readable } from 'node:stream';

/** A picture taken apart and built anew from its pixels. */
export interface Picture {
  /** SHA-256 of the largest file; the same pixels always get the same. */
  contentId: string;
  /** Size of the largest file in pixels. */
  width: number;
  height: number;
  /** One WebP file per width, largest last. */
  files: { width: number; bytes: Uint8Array }[];
  /** Tiny data URL that is shown until the picture is there. */
  placeholder: string;
  /** Perceptual hash, 64 times 0 or 1: pictures that look alike differ in few places. */
  phash: string;
  /** What the file carried beside its pixels, in words for the user. */
  removed: string[];
}

/** Reads hostile bytes outside this process. */
export interface ImageProcessor {
  /** @throws one of IMAGE_REFUSALS, UNAVAILABLE when too many wait */
  render(bytes: Uint8Array): Promise<Picture>;
}

/** Why a video is not accepted, as its row says it; all but the last one are found in the file. */
export type VideoFailure = 'unreadable' | 'no_picture' | 'too_long' | 'story_too_long' | 'too_large' | 'quota';

/** A video taken apart and built anew from its pictures and its sound; the files lie in the folder of the work. */
export interface RebuiltVideo {
  /** Pixels of the largest file. */
  width: number;
  height: number;
  durationMs: number;
  /** One MP4 file per shorter side in pixels, largest first. */
  files: { height: number; path: string }[];
  /** WebP. */
  poster: string;
}

/** Reads hostile videos outside this process, one at a time. */
export interface VideoProcessor {
  /**
   * Rejects when the machine is at fault and another attempt may do better; also when `signal` stops it.
   * @param work folder for what is built; emptied before, and for the caller to remove
   */
  rebuild(
    from: { source: string; work: string; story: boolean },
    watch: { progress(percent: number): void; signal: AbortSignal },
  ): Promise<RebuiltVideo | { failure: VideoFailure }>;
}

/** Keeps files under names that never change their content. */
export interface FileStore {
  /** Returns once the file is durable; a name that exists is left as it is. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Like `put` with the file that lies at this path, which is gone afterwards; it is never in memory as a whole. */
  putFile(name: string, path: string): Promise<void>;
  /** The whole file, or undefined. */
  get(name: string): Promise<Uint8Array | undefined>;
  /** Size in bytes, or undefined when there is no such file. */
  sizeOf(name: string): Promise<number | undefined>;
  /**
   * The file, or that part of it, piece by piece; `size` is that of the whole file. Undefined when there is no such file. Whoever does
   * not read the stream to its end destroys it.
   */
  open(name: string, range?: ByteRange): Promise<{ size: number; stream: Readable } | undefined>;
  /** Removes a file; one that is not there is fine. */
  remove(name: string): Promise<void>;
  /** Everything that is stored, also what a `put` left that broke off; `remove` takes each of these names. */
  names(): AsyncIterable<StoredName>;
  /** Used share of the volume, 0 to 1; null where there is no limit. */
  room(): Promise<number | null>;
  /** Rejects when nothing can be stored. */
  ready(): Promise<void>;
}

/** Both ends count from 0 and belong to it; they lie within the file. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface StoredName {
  name: string;
  storedAt: Date;
}

/** What one request of the tus protocol may know and do about the row of an upload. */
export interface UploadRows {
  /** Of a row that the caller may touch; undefined for any other. */
  sizeOf(id: string): Promise<number | undefined>;
  /** Before its bytes have a place. @throws AppError when it may not be */
  begin(upload: { id: string; size: number; metadata: Record<string, string | null> }): Promise<void>;
  /** Answers whether the row was still there: only then its bytes may go. */
  forget(id: string): Promise<boolean>;
  /** So many bytes are there; `more` when this request was to bring some. */
  arrived(id: string, bytes: number, request: { more: boolean }): Promise<void>;
}

/**
 * Bytes of uploads under the ids of their rows, until somebody has taken them. The rows are the truth about whose they are: a row
 * stands before the first byte and goes before the last one.
 */
export interface UploadStore {
  /** One request of the tus protocol. @throws AppError, and what `rows` throws */
  serve(request: Request, rows: UploadRows): Promise<Response>;
  /** A file of this machine with all its bytes, as a worker process reads it; undefined when they are not there. */
  pathOf(id: string): Promise<string | undefined>;
  /** All its bytes, for what is small. */
  read(id: string): Promise<Uint8Array | undefined>;
  /** Removes its bytes; those that are not there are fine. */
  remove(id: string): Promise<void>;
  /** Everything that lies there. */
  ids(): Promise<string[]>;
  /** Rejects when nothing can be stored. */
  ready(): Promise<void>;
}

export interface MediaPorts {
  images: ImageProcessor;
  files: FileStore;
  uploads: UploadStore;
}
