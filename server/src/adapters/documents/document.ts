import { join } from 'node:path';

const FONTS = join(import.meta.dirname, 'fonts');
/** QR-bills permit four font families; Liberation Sans is the free one. */
const FILES = {
  'hanken-grotesk-420': 'hanken-grotesk-420',
  'hanken-grotesk-620': 'hanken-grotesk-620',
  'commissioner-560': 'commissioner-560',
  'Liberation Sans': 'liberation-sans-regular',
  'Liberation Sans-Bold': 'liberation-sans-bold',
};

interface About {
  title: string;
  /** The creating program; none by default. */
  maker?: string;
  at: Date;
  /** 3a may contain attachments. */
  archive: 'PDF/A-2a' | 'PDF/A-3a';
}

/**
 * A tagged, archivable German A4 file with embedded fonts; the same drawing gives identical bytes.
 */
export async function pdfOf(
  { title, maker, at, archive }: About,
  draw: (doc: PDFKit.PDFDocument) => Promise<void> | void,
): Promise<Buffer> {
  // Most processes never draw one.
  const { default: PDFDocument } = await import('pdfkit');
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    font: '',
    pdfVersion: '1.7',
    subset: archive,
    tagged: true,
    lang: 'de-CH',
    displayTitle: true,
    info: { Title: title, ...(maker && { Creator: maker, Producer: maker }), CreationDate: at },
  });
  for (const [name, file] of Object.entries(FILES))
    doc.registerFont(name, join(FONTS, `${file}.ttf`));
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise<void>((resolve, reject) =>
    doc.once('end', resolve).once('error', reject),
  );
  await draw(doc);
  doc.end();
  await done;
  return Buffer.concat(chunks);
}
