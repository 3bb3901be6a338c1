import type { FileStore } from '../../modules/media/ports.ts';

/** The names of everything that is stored, in order. */
export async function listed(files: FileStore): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of files.names()) names.push(name);
  return names.sort();
}
