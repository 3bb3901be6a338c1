import type { Readable } from 'node:stream';

/** An image re-encoded from its pixels. */
export interface Picture {
  /** SHA-256 of the largest file; identical pixels give the same hash. */
  contentId: string;
  /** Size of the largest file in pixels. */
  width: number;
  height: number;
  /** One WebP file per width, largest last. */
  files: { width: number; bytes: Uint8Array }[];
  /** Tiny data URL shown while the image loads. */
  placeholder: string;
  /** Perceptual hash, 64 times 0 or 1: similar images differ in few places. */
  phash: string;
  /** Removed metadata, as text for the user. */
  removed: string[];
}

/** Decodes untrusted bytes in another process. */
export interface ImageProcessor {
  /** @throws one of IMAGE_REFUSALS, UNAVAILABLE if too many wait */
  render(bytes: Uint8Array): Promise<Picture>;
}

/** Why a video was refused, as stored in its row; all but the last are properties of the file. */
export type VideoFailure =
  | 'unreadable'
  | 'no_picture'
  | 'too_long'
  | 'story_too_long'
  | 'too_large'
  | 'quota';

/** A video re-encoded from pictures and sound; the files are in the work folder. */
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

/** No video can be converted here; none is at fault. */
export class ProcessorUnavailable extends Error {
  override name = 'ProcessorUnavailable';
}

/** Decodes untrusted videos in another process, one at a time. */
export interface VideoProcessor {
  /**
   * Rejects if a retry may succeed, or if `signal` aborted. @throws ProcessorUnavailable
   * @param work folder for the results; emptied before, removed by the caller
   */
  rebuild(
    from: { source: string; work: string; story: boolean },
    watch: { progress(percent: number): void; signal: AbortSignal },
  ): Promise<RebuiltVideo | { failure: VideoFailure }>;
}

/** Stores immutable files by name. */
export interface FileStore {
  /** Resolves once the file is durable; an existing name is kept. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Like `put` for a local file, which is moved, without loading it into memory. */
  putFile(name: string, path: string): Promise<void>;
  /** The whole file, or undefined. */
  get(name: string): Promise<Uint8Array | undefined>;
  /** Size in bytes, or undefined when there is no such file. */
  sizeOf(name: string): Promise<number | undefined>;
  /**
   * The file or a range of it as a stream; `size` is that of the whole file. Undefined if missing.
   * Callers must destroy an unread stream.
   */
  open(name: string, range?: ByteRange): Promise<{ size: number; stream: Readable } | undefined>;
  /** Removes a file; a missing one is ignored. */
  remove(name: string): Promise<void>;
  /** All stored names including those of interrupted writes; `remove` accepts each. */
  names(): AsyncIterable<StoredName>;
  /** Used share of the volume, 0 to 1; null where there is no limit. */
  room(): Promise<number | null>;
  /** Rejects if nothing can be stored. */
  ready(): Promise<void>;
}

/** Inclusive, from 0, within the file. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface StoredName {
  name: string;
  storedAt: Date;
}

/** The rows of uploads as one tus request may use them. */
export interface UploadRows {
  /** Undefined for rows the caller may not access. */
  sizeOf(id: string): Promise<number | undefined>;
  /**
   * Before any byte is stored.
   * @throws AppError if refused
   */
  begin(upload: {
    id: string;
    size: number;
    metadata: Record<string, string | null>;
  }): Promise<void>;
  /** Returns whether the row existed; only then its bytes may be removed. */
  delete(id: string): Promise<boolean>;
  /** Records the number of received bytes; `more` if this request was to bring some. */
  arrived(id: string, bytes: number, request: { more: boolean }): Promise<void>;
}

/**
 * Bytes of uploads by the ids of their rows. A row is created before the first byte and deleted
 * before the last one.
 */
export interface UploadStore {
  /**
   * Handles one request of the tus protocol.
   * @throws AppError, and what `rows` throws
   */
  serve(request: Request, rows: UploadRows): Promise<Response>;
  /** Path of a complete local file, for a worker process; undefined if missing. */
  pathOf(id: string): Promise<string | undefined>;
  /** All bytes of a small file. */
  read(id: string): Promise<Uint8Array | undefined>;
  /** Removes its bytes; missing ones are ignored. */
  remove(id: string): Promise<void>;
  /** All stored ids. */
  ids(): Promise<string[]>;
  /** Rejects if nothing can be stored. */
  ready(): Promise<void>;
}

export interface MediaPorts {
  images: ImageProcessor;
  files: FileStore;
  uploads: UploadStore;
}
