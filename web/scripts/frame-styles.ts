import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import postcss, { type ChildNode, type Container, type Root } from 'postcss';

const LINK = /\s*<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g;
const FRAME_END = /<\/div>\s*<\/body>/;
/** Nobody can point at the frame of the document, or put the focus into it. */
const IN_USE = /:(hover|active|focus|disabled|target|checked|invalid|user-)|::(?!before|after)/;

/**
 * Puts the rules of the frame into its document, and the sheets after it: what stands before a
 * sheet is painted without it (EXP-03). The rules come once more with their sheet, so nothing
 * changes when it arrives; scripts wait for it as before.
 */
export function inlineFrameStyles(dist: string, name: string): void {
  const file = join(dist, name);
  const document = readFileSync(file, 'utf8');
  const links = [...document.matchAll(LINK)];
  const css = links.map(([, sheet]) => readFileSync(join(dist, sheet!), 'utf8')).join('\n');
  const styles = frameStyles(css, document);
  if (links.length === 0 || !styles.includes('.frame-before'))
    throw new Error(`${name} holds no frame with sheets`);
  const tags = links.map(([tag]) => tag.trim()).join('\n    ');
  const bare = document.replace(LINK, '');
  if (!FRAME_END.test(bare)) throw new Error(`${name} holds something after its frame`);
  writeFileSync(
    file,
    bare
      .replace('</head>', () => `<style>${styles}</style>\n  </head>`)
      .replace(FRAME_END, (end) => `</div>\n    ${tags}${end.slice('</div>'.length)}`),
  );
}

/** Of these rules those that may hold for an element of the document, in their order. */
export function frameStyles(css: string, document: string): string {
  const body = document.slice(document.indexOf('<body'));
  const classes = new Set(
    [...body.matchAll(/ class="([^"]*)"/g)].flatMap(([, names]) => names!.split(/\s+/)),
  );
  const tags = new Set([
    'html',
    ...[...body.matchAll(/<([a-z][\w-]*)/gi)].map(([, tag]) => tag!.toLowerCase()),
  ]);
  const root = postcss.parse(css);
  keepOnly(root, (selector) => {
    if (IN_USE.test(selector)) return false;
    const plain = selector.replace(/:[\w-]+\((?:[^()]|\([^()]*\))*\)|\[[^\]]*\]/g, ' ');
    const named = [...plain.matchAll(/\.((?:[\w-]|\\.)+)/g)].map(([, name]) => name!);
    const elements = [...plain.matchAll(/(?<![\w.#:-])([a-z][\w-]*)/gi)].map(([, tag]) =>
      tag!.toLowerCase(),
    );
    return named.every((name) => classes.has(name)) && elements.every((tag) => tags.has(tag));
  });
  const used = valuesUsed(root, body);
  root.walkDecls(/^--/, (declaration) => {
    if (!used.has(declaration.prop)) declaration.remove();
  });
  root.walkAtRules('keyframes', (rule) => {
    if (!new RegExp(`animation[^;}]*\\b${rule.params}\\b`).test(root.toString())) rule.remove();
  });
  root.walk((node) => {
    if ('nodes' in node && node.nodes?.length === 0) node.remove();
  });
  return root.toString().replace(/\n\s*/g, '');
}

function keepOnly(container: Container, matches: (selector: string) => boolean): void {
  for (const node of [...(container.nodes ?? [])] as ChildNode[]) {
    if (node.type === 'comment') node.remove();
    if (node.type === 'rule') {
      const selectors = node.selectors.filter(matches);
      if (selectors.length === 0) node.remove();
      else node.selectors = selectors;
    }
    if (node.type !== 'atrule' || node.name === 'keyframes' || !node.nodes) continue;
    if (node.name === 'font-face' || (node.name === 'media' && /print/.test(node.params))) {
      node.remove();
      continue;
    }
    if (node.name === 'property') continue;
    keepOnly(node, matches);
    if (node.nodes.length === 0) node.remove();
  }
}

/** Custom properties that a rule or an attribute asks for, itself or through others. */
function valuesUsed(root: Root, body: string): Set<string> {
  const namesIn = (value: string) =>
    [...value.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name!);
  const values = new Map<string, string[]>();
  const used = new Set(namesIn(body));
  root.walkDecls((declaration) => {
    const names = namesIn(declaration.value);
    if (!declaration.prop.startsWith('--')) for (const name of names) used.add(name);
    else values.set(declaration.prop, [...(values.get(declaration.prop) ?? []), ...names]);
  });
  for (const name of used) for (const next of values.get(name) ?? []) used.add(next);
  return used;
}
