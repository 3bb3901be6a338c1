/** The content of a document, stored as issued; rendering it again gives identical bytes. */
export interface DocumentContent {
  /** Title of the file, such as `Beleg 2026-000123`. */
  title: string;
  heading: string;
  subheading: string;
  /** ISO instant of issue. */
  issuedAt: string;
  /** Name of the operator first, then address and numbers. */
  sender: string[];
  facts: Fact[];
  /** The key figures, side by side. */
  figures: Fact[];
  tables: Table[];
  notes: string[];
}

export interface Fact {
  label: string;
  value: string;
}

export interface Table {
  caption: string;
  columns: {
    title: string /** Share of the width; the total is 1. */;
    share: number;
    right?: true;
  }[];
  rows: { cells: string[]; strong?: true }[];
}

/** Renders documents as PDF. */
export interface DocumentRenderer {
  make(document: DocumentContent): Promise<Buffer>;
}

/** Stores rendered files under the hash of their content. */
export interface DocumentFiles {
  put(name: string, bytes: Buffer): Promise<void>;
  get(name: string): Promise<Uint8Array | undefined>;
  remove(name: string): Promise<void>;
}
