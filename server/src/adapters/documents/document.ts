import { join } from 'node:path';
import PDFDocument from 'pdfkit';

const FONTS = join(import.meta.dirname, 'fonts');
/** The payment part of a QR-bill may be set in four families only; Liberation Sans is the one that is free. */
const FILES = {
  'hanken-grotesk-420': 'hanken-grotesk-420',
  'hanken-grotesk-620': 'hanken-grotesk-620',
  'commissioner-560': 'commissioner-560',
  'Liberation Sans': 'liberation-sans-regular',
  'Liberation Sans-Bold': 'liberation-sans-bold',
};

interface About {
  title: string;
  /** Who made the file; nobody unless told. */
  maker?: string;
  at: Date;
  /** 3a may carry other files with it. */
  archive: 'PDF/A-2a' | 'PDF/A-3a';
}

/** An A4 file that is tagged and archivable, in German, with all its fonts inside. The same drawing always gives the same bytes. */
export async function pdfOf(
  { title, maker, at, archive }: About,
  draw: (doc: PDFKit.PDFDocument) => Promise<void> | void,
): Promise<Buffer> {
  const doc = new PDFDocument({
    ...{ size: 'A4', margin: 0, bufferPages: true, font: '' },
    ...{ pdfVersion: '1.7', subset: archive, tagged: true, lang: 'de-CH', displayTitle: true },
    info: { Title: title, ...(maker && { Creator: maker, Producer: maker }), CreationDate: at },
  });
  for (const [name, file] of Object.entries(FILES)) doc.registerFont(name, join(FONTS, `${file}.ttf`));
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise<void>((resolve, reject) => doc.once('end', resolve).once('error', reject));
  await draw(doc);
  doc.end();
  await done;
  return Buffer.concat(chunks);
}
