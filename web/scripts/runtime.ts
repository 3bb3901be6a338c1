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
  const all = pairs(exported!).map(([, name]) => name);
  const whole =
    `var{${all.map((name) => `${name}:runtime_${name}`)}}=(()=>{${code}return{${held}}})();` +
    `export{${all.map((name) => `runtime_${name}`)}};`;

  for (const file of scripts) {
    const path = join(assets, file);
    const text = read(path);
    const wanted = pairs(IMPORT.exec(text)?.[1] ?? '');
    const outside = `import{${wanted.map(([name, local]) => `runtime_${name} as ${local}`)}}from"./${base}";`;
    const inside = wanted.map(([name, local]) => `var ${local}=runtime_${name};`).join('');
    const moved = text.replace(IMPORT, file === base ? inside : outside).replaceAll(runtime, base);
    // The base may use nothing of it itself.
    write(path, file === base ? whole + moved : moved);
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

const BETWEEN = /import\{([^}]*)\}from"\.\/([\w.-]+\.js)"/g;
const EXPORTS = /export\{([^}]*)\}/g;

/**
 * @throws if a script of the build imports a name that no other exports: its page would not open
 */
export function checkImports(dist: string): void {
  const assets = join(dist, 'assets');
  const texts = new Map(
    readdirSync(assets)
      .filter((file) => file.endsWith('.js'))
      .map((file) => [file, read(join(assets, file))]),
  );
  const exported = new Map(
    [...texts].map(([file, text]) => [
      file,
      new Set([...text.matchAll(EXPORTS)].flatMap(([, list]) => pairs(list!).map(([, as]) => as))),
    ]),
  );
  let count = 0;
  for (const [file, text] of texts)
    for (const [, list, from] of text.matchAll(BETWEEN))
      for (const [name] of pairs(list!)) {
        if (!exported.get(from!)?.has(name)) throw new Error(`${file}: ${from} exports no ${name}`);
        count++;
      }
  if (count === 0) throw new Error('the build holds no script that imports another');
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
