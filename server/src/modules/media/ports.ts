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
  /** What the file carried beside its pixels, in words for the user. */
  removed: string[];
}

/** Reads hostile bytes outside this process. */
export interface PictureStudio {
  /** @throws IMAGE_UNREADABLE, UNAVAILABLE when too many wait */
  develop(bytes: Uint8Array): Promise<Picture>;
}

/** Keeps files under names that never change their content. */
export interface FileStore {
  /** Returns once the file is durable; a name that exists is left as it is. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** The whole file, or undefined. */
  get(name: string): Promise<Uint8Array | undefined>;
  /** Removes a file; one that is not there is fine. */
  remove(name: string): Promise<void>;
  /** Rejects when nothing can be stored. */
  ready(): Promise<void>;
}

export interface MediaPorts {
  studio: PictureStudio;
  files: FileStore;
}
