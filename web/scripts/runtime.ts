import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const IMPORT = /import\{([^}]*)\}from"\.\/rolldown-runtime-[^"]+";/;

interface Chunk {
  imports?: string[];
}

/**
 * Moves the bundler's runtime, a file of 500 bytes that every script imports, into the base: one
 * request less for each page. The bundler keeps it apart whatever the groups say.
 */
export function foldRuntime(dist: string): void {
  const assets = join(dist, 'assets');
  const scripts = readdirSync(assets).filter((file) => file.endsWith('.js'));
  const named = (name: string) => {
    const found = scripts.filter((file) => file.startsWith(`${name}-`));
    if (found.length !== 1) throw new Error(`the build holds ${found.length} files ${name}`);
    return found[0]!;
  };
  const runtime = named('rolldown-runtime');
  const base = named('base');
  const [, code, exported] = /^(.*)export\{([^}]*)\};?\s*$/s.exec(read(join(assets, runtime)))!;
  const held = pairs(exported!).map(([local, name]) => `${name}:${local}`);

  for (const file of scripts) {
    const path = join(assets, file);
    const text = read(path);
    const wanted = pairs(IMPORT.exec(text)?.[1] ?? '');
    const outside = `import{${wanted.map(([name, local]) => `runtime_${name} as ${local}`)}}from"./${base}";`;
    const inside =
      `var{${wanted.map(([name, local]) => `${name}:${local}`)}}=(()=>{${code}return{${held}}})();` +
      `export{${wanted.map(([name, local]) => `${local} as runtime_${name}`)}};`;
    write(path, text.replace(IMPORT, file === base ? inside : outside).replaceAll(runtime, base));
  }
  for (const file of readdirSync(dist).filter((name) => name.endsWith('.html'))) {
    const tag = new RegExp(`\\n[^\\n]*${runtime}[^\\n]*`);
    write(join(dist, file), read(join(dist, file)).replace(tag, ''));
  }
  const manifestFile = join(dist, '.vite/manifest.json');
  const manifest = JSON.parse(read(manifestFile)) as Record<string, Chunk>;
  delete manifest[`_${runtime}`];
  for (const chunk of Object.values(manifest))
    chunk.imports = chunk.imports?.filter((key) => key !== `_${runtime}`);
  write(manifestFile, JSON.stringify(manifest));
  rmSync(join(assets, runtime));
}

/** `a as b,c` as pairs of a name and the name it gets. */
function pairs(list: string): [string, string][] {
  const items = list.split(',').filter(Boolean);
  return items.map((item) => {
    const [name, as = name] = item.split(' as ');
    return [name!, as!];
  });
}

const read = (file: string) => readFileSync(file, 'utf8');
const write = (file: string, text: string) => writeFileSync(file, text);
