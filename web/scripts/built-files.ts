import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Chunk {
  file: string;
  imports?: string[];
  dynamicImports?: string[];
}

export const DIST = join(import.meta.dirname, '../dist');

/** What the build wrote for each document, as its page names it and as the manifest goes on. */
export interface BuiltFiles {
  /** The scripts a document, and a page of it if named by its source, loads before it is drawn. */
  scripts(document: string, page?: string): string[];
  /** The sources of the pages and parts that the document loads late. */
  late(document: string): string[];
  /** Every script of the document, loaded at once or late. */
  all(document: string): string[];
}

export function builtFiles(): BuiltFiles {
  const manifest = JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >;
  const keyOf = new Map(Object.entries(manifest).map(([key, { file }]) => [file, key]));
  const chunk = (key: string) => {
    const found = manifest[key];
    if (!found) throw new Error(`the build holds no ${key}`);
    return found;
  };
  const opening = (document: string) => {
    const html = readFileSync(join(DIST, document), 'utf8');
    const files = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(
      ([, file]) => file!,
    );
    if (files.length === 0) throw new Error(`${document} has no script`);
    return files.map((file) => keyOf.get(file) ?? file);
  };
  const closure = (keys: string[], next: (chunk: Chunk) => string[]) => {
    const seen = new Set(keys);
    for (const key of seen) for (const found of next(chunk(key))) seen.add(found);
    return [...seen];
  };
  const atOnce = ({ imports = [] }: Chunk) => imports;
  const ever = ({ imports = [], dynamicImports = [] }: Chunk) => [...imports, ...dynamicImports];
  const filesOf = (keys: string[]) =>
    keys.map((key) => chunk(key).file).filter((file) => file.endsWith('.js'));
  return {
    scripts: (document, page) =>
      filesOf(closure([...opening(document), ...(page ? [page] : [])], atOnce)),
    late: (document) => [
      ...new Set(
        closure(opening(document), atOnce).flatMap((key) => chunk(key).dynamicImports ?? []),
      ),
    ],
    all: (document) => filesOf(closure(opening(document), ever)),
  };
}
