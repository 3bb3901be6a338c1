import { formatChf } from '@samtrot/shared/kernel/format.ts';
import { type Rappen, rappenToFrancs } from '@samtrot/shared/kernel/money.ts';
import { PURPOSE } from '@samtrot/shared/topups/rules.ts';
import { SwissQRBill } from 'swissqrbill/pdf';
import type { Creditor, Data } from 'swissqrbill/types';
import { formatIBAN, formatReference, mm2pt } from 'swissqrbill/utils';
import { type Canvas, COLOURS, canvasOf, MARGIN, SHEET, WIDTH } from '../../documents/canvas.ts';
import { pdfOf } from '../../documents/document.ts';

/** What the payer transfers. */
export interface Slip {
  /** Us, with the IBAN that goes with the reference. */
  creditor: Creditor;
  reference: string;
  amount: Rappen;
}

const LABEL_WIDTH = 110;

/** The content of the QR code. Its message is neutral, since it appears on statements. */
export const slipData = ({ creditor, reference, amount }: Slip): Data => ({
  creditor,
  reference,
  amount: rappenToFrancs(amount),
  currency: 'CHF',
  message: PURPOSE,
});

/** The same as an attachment, line by line (SIX, Swiss Implementation Guidelines QR-bill). */
export function qrText({ creditor, reference, amount }: Slip): string {
  const { name, account, address, buildingNumber = '', zip, city, country } = creditor;
  return [
    ...[
      'SPC',
      '0200',
      '1',
      account,
      'S',
      name,
      address,
      buildingNumber,
      zip,
      city,
      country,
      ...Array(7).fill(''),
    ],
    ...[rappenToFrancs(amount).toFixed(2), 'CHF', ...Array(7).fill('')],
    ...[reference.startsWith('RF') ? 'SCOR' : 'QRR', reference, PURPOSE, 'EPD'],
  ].join('\n');
}

/**
 * The payment slip as a PDF: one A4 page with a Swiss QR-bill at its foot. @throws when the
 * creditor does not fit onto a slip
 */
export function slipPdf(slip: Slip, now: Date): Promise<Buffer> {
  const bill = new SwissQRBill(slipData(slip), { language: 'DE', fontName: 'Liberation Sans' });
  return pdfOf({ title: 'Guthaben aufladen', at: now, archive: 'PDF/A-3a' }, (doc) => {
    doc.file(Buffer.from(qrText(slip)), {
      name: 'qr-rechnung.txt',
      type: 'text/plain',
      description: 'Daten der QR-Rechnung',
      creationDate: now,
      modifiedDate: now,
      // Its declared type lacks this member.
      ...{ relationship: 'Data' },
    });
    const on = canvasOf(doc);
    write(on, slip);
    tagContent(doc, on, (tagged) => bill.attachTo(tagged));
  });
}

function write(on: Canvas, { creditor, reference, amount }: Slip): void {
  const text = { font: 'regular', size: 10.5, colour: COLOURS.text, width: WIDTH, gap: 2 } as const;
  let y = MARGIN;
  const address = [creditor.name, streetOf(creditor), `${creditor.zip} ${creditor.city}`];
  address.forEach((line, index) => {
    on.tagged('P', () => on.text(line, MARGIN, y + index * 14, text));
  });
  y += 84;
  on.tagged('H1', () => {
    on.text('Guthaben aufladen', MARGIN, y, { font: 'display', size: 22, colour: COLOURS.strong });
  });
  y += 40;
  const paragraph = (words: string) => {
    on.tagged('P', () => on.text(words, MARGIN, y, text));
    y += on.heightOf(words, text) + 16;
  };
  paragraph(
    'Scanne den QR-Code in der App deiner Bank, oder gib die Angaben von Hand ein. An der Referenz erkennen wir deine Zahlung: Ohne sie können wir nichts gutschreiben.',
  );
  const rows = [
    ['Betrag', formatChf(amount)],
    ['Konto (IBAN)', formatIBAN(creditor.account)],
    ['Referenz', formatReference(reference)],
    ['Zahlbar an', `${creditor.name}, ${streetOf(creditor)}, ${creditor.zip} ${creditor.city}`],
  ] as const;
  for (const [label, value] of rows) {
    const style = { ...text, font: 'strong', width: WIDTH - LABEL_WIDTH } as const;
    on.tagged('P', () =>
      on.text(label, MARGIN, y, { ...text, colour: COLOURS.muted, width: LABEL_WIDTH }),
    );
    on.tagged('P', () => on.text(value, MARGIN + LABEL_WIDTH, y, style));
    y += on.heightOf(value, style) + 5;
  }
  y += 11;
  paragraph(
    'Die Gutschrift folgt, sobald das Geld bei uns eingetroffen ist, meist nach ein bis drei Bankwerktagen. Bitte überweise genau diesen Betrag, in einem Mal und nur einmal.',
  );
}

const HEADINGS = ['Empfangsschein', 'Zahlteil'];
/** Where the code stands, from the upper left corner of the sheet. */
const CODE = { left: mm2pt(67), top: SHEET.height - mm2pt(105 - 17), size: mm2pt(46) };

/**
 * The library of the QR-bill writes no tags. Texts become headings and paragraphs, the drawing
 * right after "Zahlteil" is the QR code, and everything else is an artifact.
 */
function tagContent(
  doc: PDFKit.PDFDocument,
  on: Canvas,
  draw: (tagged: PDFKit.PDFDocument) => void,
): void {
  const { left, top, size } = CODE;
  let lastText = '';
  let end: (() => void) | undefined;
  const close = () => {
    end?.();
    end = undefined;
  };
  const text = (words: string, ...place: unknown[]) => {
    close();
    end = on.begin(HEADINGS.includes(words) ? 'H2' : 'P');
    Reflect.apply(doc.text, doc, [words, ...place]);
    close();
    lastText = words;
    return tagged;
  };
  const tagged: PDFKit.PDFDocument = new Proxy(doc, {
    get(target, name) {
      if (name === 'text') return text;
      if ((name === 'save' || name === 'moveTo') && !end)
        end =
          lastText === 'Zahlteil'
            ? on.begin('Figure', {
                alt: 'Swiss QR Code',
                bbox: [left, top, left + size, top + size],
              })
            : on.beginArtifact();
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  draw(tagged);
  close();
}

const streetOf = ({ address, buildingNumber }: Creditor) =>
  buildingNumber === undefined ? address : `${address} ${buildingNumber}`;
