import { inflateSync } from 'node:zlib';

/**
 * Every line of text that a PDF of ours shows, in the order in which it is read aloud: one entry
 * for each thing that was drawn.
 */
export function linesOf(pdf: Buffer): string[] {
  const objects = objectsOf(pdf);
  const streams = new Map(
    [...objects].flatMap(([id, { dictionary, bytes }]) =>
      bytes ? [[id, contentOf(dictionary, bytes)] as const] : [],
    ),
  );
  const pages = [...objects.values()].filter(({ dictionary }) =>
    /\/Type \/Page\b(?!s)/.test(dictionary),
  );
  return pages.flatMap(({ dictionary }) => {
    const resources = objects.get(Number(/\/Resources (\d+) 0 R/.exec(dictionary)![1]))!.dictionary;
    const fonts = new Map(
      [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, id]) => {
        const unicode = Number(
          /\/ToUnicode (\d+) 0 R/.exec(objects.get(Number(id))!.dictionary)![1],
        );
        return [name!, lettersOf(streams.get(unicode)!)] as const;
      }),
    );
    return shown(streams.get(Number(/\/Contents (\d+) 0 R/.exec(dictionary)![1]))!, fonts);
  });
}

/** All of it as one text. */
export const textOf = (pdf: Buffer): string => linesOf(pdf).join('\n');

function objectsOf(pdf: Buffer): Map<number, { dictionary: string; bytes?: Buffer }> {
  const text = pdf.toString('latin1');
  const found = [...text.matchAll(/(?:^|\n)(\d+) 0 obj\n/g)];
  return new Map(
    found.map(({ 0: head, 1: id, index }) => {
      const begin = index + head.length;
      const end = text.indexOf('endobj', begin);
      const stream = text.slice(begin, end).indexOf('stream\n');
      if (stream < 0) return [Number(id), { dictionary: text.slice(begin, end) }];
      const dictionary = text.slice(begin, begin + stream);
      const length = Number(/\/Length (\d+)/i.exec(dictionary)![1]);
      const from = begin + stream + 'stream\n'.length;
      return [Number(id), { dictionary, bytes: pdf.subarray(from, from + length) }];
    }),
  );
}

const contentOf = (dictionary: string, bytes: Buffer): string =>
  (dictionary.includes('/FlateDecode') ? inflateSync(bytes) : bytes).toString('latin1');

/** Letters of a font by their four hex digits in the page. */
function lettersOf(map: string): Map<string, string> {
  const letters = new Map<string, string>();
  for (const [, from, , list] of map.matchAll(/<(\w{4})> <(\w{4})> \[([^\]]*)\]/g)) {
    for (const [index, [, code]] of [...list!.matchAll(/<([\w ]+)>/g)].entries()) {
      const text = code!
        .replaceAll(' ', '')
        .match(/.{4}/g)!
        .map((unit) => String.fromCharCode(Number.parseInt(unit, 16)));
      letters.set(
        (Number.parseInt(from!, 16) + index).toString(16).padStart(4, '0'),
        text.join(''),
      );
    }
  }
  return letters;
}

/** One line for each BT … ET; what lies within one stays together. */
function shown(content: string, fonts: Map<string, Map<string, string>>): string[] {
  return [...content.matchAll(/\bBT\b([\s\S]*?)\bET\b/g)].map(([, block]) => {
    const font = fonts.get(/\/(F\d+) [\d.]+ Tf/.exec(block!)![1]!)!;
    return [...block!.matchAll(/<([\da-f]+)>/g)]
      .flatMap(([, hex]) => hex!.match(/.{4}/g)!)
      .map((code) => font.get(code) ?? '?')
      .join('');
  });
}
