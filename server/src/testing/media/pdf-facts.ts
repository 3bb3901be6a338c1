import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFStream,
  PDFString,
} from '@cantoo/pdf-lib';

export interface PdfFacts {
  title: string | undefined;
  /** The bar of the window shows the title, not the name of the file. */
  showsTitle: boolean;
  lang: string | undefined;
  marked: boolean;
  /** `PDF/A-2A` and the like, as the file says of itself. */
  archive: string | undefined;
  fonts: { name: string; embedded: boolean }[];
  /** Kinds of all parts of the structure that is read aloud. */
  parts: string[];
  /** What pictures are, in words. */
  alternatives: (string | undefined)[];
  /** Drawn outside of any mark, so invisible to a screen reader. */
  unmarked: string[];
  files: { name: string; relation: string; text: string }[];
}

/**
 * What a PDF is to programs and to people who do not see it, read by a library that has no part in
 * writing it.
 */
export async function factsOf(bytes: Uint8Array): Promise<PdfFacts> {
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false });
  const { context, catalog } = pdf;
  const objects = context.enumerateIndirectObjects().map(([, object]) => object);
  const typed = (type: string) =>
    objects.flatMap((object) =>
      object instanceof PDFDict && nameAt(object, 'Type') === type ? [object] : [],
    );
  const structure: PDFDict[] = [];
  const collect = (node: PDFObject | undefined) => {
    if (node instanceof PDFArray)
      for (const child of node.asArray()) collect(context.lookup(child));
    if (!(node instanceof PDFDict)) return;
    if (nameAt(node, 'S')) structure.push(node);
    collect(node.lookup(PDFName.of('K')));
  };
  collect(catalog.lookup(PDFName.of('StructTreeRoot')));
  const metadata = catalog.lookup(PDFName.of('Metadata'));
  const xmp =
    metadata instanceof PDFRawStream
      ? Buffer.from(decodePDFRawStream(metadata).decode()).toString()
      : '';
  const claim = /<pdfaid:part>(\d)<[\s\S]*<pdfaid:conformance>(\w)</.exec(xmp);
  return {
    title: pdf.getTitle(),
    showsTitle:
      String(
        catalog
          .lookupMaybe(PDFName.of('ViewerPreferences'), PDFDict)
          ?.get(PDFName.of('DisplayDocTitle')),
      ) === 'true',
    lang: textAt(catalog, 'Lang'),
    marked:
      String(catalog.lookupMaybe(PDFName.of('MarkInfo'), PDFDict)?.get(PDFName.of('Marked'))) ===
      'true',
    archive: claim ? `PDF/A-${claim[1]}${claim[2]}` : undefined,
    // A composite font keeps its file with its only descendant, which is a font of its own.
    fonts: typed('Font')
      .filter((font) => nameAt(font, 'Subtype') !== 'Type0')
      .map((font) => ({ name: nameAt(font, 'BaseFont') ?? '', embedded: hasFile(font) })),
    parts: structure.map((part) => nameAt(part, 'S')!),
    alternatives: structure
      .filter((part) => nameAt(part, 'S') === 'Figure')
      .map((part) => textAt(part, 'Alt')),
    unmarked: pdf.getPages().flatMap(({ node }) => {
      const contents = node.lookup(PDFName.of('Contents'));
      const streams =
        contents instanceof PDFArray
          ? contents.asArray().map((ref) => context.lookup(ref))
          : [contents];
      return unmarkedIn(streams.map((stream) => decoded(stream)).join('\n'));
    }),
    files: typed('Filespec').map((file) => ({
      name: textAt(file, 'UF') ?? '',
      relation: nameAt(file, 'AFRelationship') ?? '',
      text: decoded(file.lookup(PDFName.of('EF'), PDFDict).lookup(PDFName.of('F'))),
    })),
  };
}

const nameAt = (dictionary: PDFDict, key: string): string | undefined =>
  dictionary.lookupMaybe(PDFName.of(key), PDFName)?.decodeText();

function textAt(dictionary: PDFDict, key: string): string | undefined {
  const text = dictionary.lookup(PDFName.of(key));
  return text instanceof PDFString || text instanceof PDFHexString ? text.decodeText() : undefined;
}

function hasFile(font: PDFDict): boolean {
  const about = font.lookupMaybe(PDFName.of('FontDescriptor'), PDFDict);
  return ['FontFile', 'FontFile2', 'FontFile3'].some((key) => {
    const file = about?.lookup(PDFName.of(key));
    return file instanceof PDFStream && file.getContentsSize() > 0;
  });
}

function decoded(stream: PDFObject | undefined): string {
  if (!(stream instanceof PDFRawStream)) throw new Error('a stream is missing');
  return Buffer.from(decodePDFRawStream(stream).decode()).toString();
}

/** Operators that leave ink. */
const PAINTS = new Set([
  'Tj',
  'TJ',
  "'",
  '"',
  'S',
  's',
  'f',
  'F',
  'f*',
  'B',
  'B*',
  'b',
  'b*',
  'Do',
  'sh',
]);

function unmarkedIn(content: string): string[] {
  const found: string[] = [];
  let depth = 0;
  const bare = content.replaceAll(
    /<<[^>]*>>|<[\da-fA-F\s]*>|\((?:\\.|[^\\)])*\)|\[[^\]]*\]/g,
    ' _ ',
  );
  for (const word of bare.split(/\s+/)) {
    if (word === 'BDC' || word === 'BMC') depth++;
    if (word === 'EMC') depth--;
    if (PAINTS.has(word) && depth === 0) found.push(word);
  }
  if (depth !== 0) found.push('a mark without its end');
  return found;
}
