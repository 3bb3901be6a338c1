/** What a paper says, ready to be drawn. It is kept as it was issued; drawing it again gives the same bytes. */
export interface Paper {
  /** Title of the file, such as `Beleg 2026-000123`. */
  title: string;
  heading: string;
  subheading: string;
  /** ISO instant of issue. */
  issuedAt: string;
  /** Name of the operator first, then address and numbers. */
  sender: string[];
  facts: Fact[];
  /** The figures that matter, side by side. */
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
  columns: { title: string /** Share of the width; all together make 1. */; share: number; right?: true }[];
  rows: { cells: string[]; strong?: true }[];
}

/** Draws papers as PDF. */
export interface DocumentRenderer {
  make(paper: Paper): Promise<Buffer>;
}

/** Keeps the drawn files under the hash of their content. */
export interface DocumentFiles {
  put(name: string, bytes: Buffer): Promise<void>;
  get(name: string): Promise<Uint8Array | undefined>;
  remove(name: string): Promise<void>;
}
