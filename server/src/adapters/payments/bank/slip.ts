import { formatChf, type Rappen, rappenToFrancs } from '@samtrot/shared/kernel/money.ts';
import PDFDocument from 'pdfkit';
import { SwissQRBill } from 'swissqrbill/pdf';
import type { Creditor, Data } from 'swissqrbill/types';
import { formatIBAN, formatReference } from 'swissqrbill/utils';

/** What the payer transfers. */
export interface Slip {
  /** Us, with the IBAN that goes with the reference. */
  creditor: Creditor;
  reference: string;
  amount: Rappen;
}

const MARGIN = 57;
const LABEL_WIDTH = 110;

/** What the QR code says. Whoever sees it on a statement learns no more than that it is a credit. */
export const slipData = ({ creditor, reference, amount }: Slip): Data => ({
  ...{ creditor, reference, amount: rappenToFrancs(amount), currency: 'CHF', message: 'Guthaben' },
});

/** The payment slip as a PDF: one A4 page with a Swiss QR-bill at its foot. @throws when the creditor does not fit onto a slip */
export function slipPdf(slip: Slip, now: Date, { compress = true } = {}): Promise<Buffer> {
  const bill = new SwissQRBill(slipData(slip), { language: 'DE' });
  const info = { Title: 'Guthaben', CreationDate: now };
  const doc = new PDFDocument({ size: 'A4', margin: MARGIN, lang: 'de-CH', displayTitle: true, compress, info });
  const done = new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = [];
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });
  write(doc, slip);
  bill.attachTo(doc);
  doc.end();
  return done;
}

function write(doc: PDFKit.PDFDocument, { creditor, reference, amount }: Slip): void {
  const width = doc.page.width - 2 * MARGIN;
  doc.font('Helvetica').fontSize(10).text(creditor.name, MARGIN, MARGIN, { width });
  doc.text(streetOf(creditor)).text(`${creditor.zip} ${creditor.city}`);
  doc.moveDown(3).font('Helvetica-Bold').fontSize(18).text('Guthaben aufladen');
  doc.moveDown(0.5).font('Helvetica').fontSize(11);
  doc.text(
    'Scanne den QR-Code in der App deiner Bank, oder gib die Angaben von Hand ein. An der Referenz erkennen wir deine Zahlung: Ohne sie können wir nichts gutschreiben.',
    { width, lineGap: 2 },
  );
  doc.moveDown(1.5);
  const rows = [
    ['Betrag', formatChf(amount)],
    ['Konto (IBAN)', formatIBAN(creditor.account)],
    ['Referenz', formatReference(reference)],
    ['Zahlbar an', `${creditor.name}, ${streetOf(creditor)}, ${creditor.zip} ${creditor.city}`],
  ] as const;
  for (const [label, value] of rows) {
    const top = doc.y;
    doc.font('Helvetica').text(label, MARGIN, top, { width: LABEL_WIDTH });
    doc.font('Helvetica-Bold').text(value, MARGIN + LABEL_WIDTH, top, { width: width - LABEL_WIDTH });
    doc.moveDown(0.4);
  }
  doc.moveDown(1).font('Helvetica');
  doc.text(
    'Die Gutschrift folgt, sobald das Geld bei uns eingetroffen ist, meist nach ein bis drei Bankwerktagen. Bitte überweise genau diesen Betrag, in einem Mal und nur einmal.',
    MARGIN,
    doc.y,
    { width, lineGap: 2 },
  );
}

const streetOf = ({ address, buildingNumber }: Creditor) =>
  buildingNumber === undefined ? address : `${address} ${buildingNumber}`;
