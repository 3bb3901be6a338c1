/**
 * Strict CSV parser (RFC 4180, semicolons): any ambiguity is an error. Returns each line by its
 * headings.
 */
export function readCsv(file: Buffer): Record<string, string>[] {
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(file);
  if (!text.startsWith('\uFEFF')) throw new Error('the file does not say that it is UTF-8');
  if (!text.endsWith('\r\n')) throw new Error('the last line has no end');
  const lines: string[][] = [[]];
  const cell = /(?:"((?:[^"]|"")*)"|([^";\r\n]*))(;|\r\n)/y;
  cell.lastIndex = 1;
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex;
    const found = cell.exec(text);
    if (!found) throw new Error(`no cell at ${at}: ${text.slice(at, at + 40)}`);
    lines.at(-1)!.push(found[1]?.replaceAll('""', '"') ?? found[2]!);
    if (found[3] === '\r\n') lines.push([]);
  }
  const [head, ...rows] = lines.slice(0, -1);
  if (new Set(head).size !== head!.length) throw new Error('two columns have the same heading');
  return rows.map((cells, index) => {
    if (cells.length !== head!.length)
      throw new Error(`line ${index + 2} has ${cells.length} cells`);
    return Object.fromEntries(head!.map((name, column) => [name, cells[column]!]));
  });
}
