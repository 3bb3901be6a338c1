/** A4 in points. */
export const SHEET = { width: 595.28, height: 841.89 };
export const MARGIN = 56;
export const WIDTH = SHEET.width - 2 * MARGIN;

/** The light theme of the product's design tokens. */
export const COLOURS = {
  strong: '#211314',
  text: '#38292b',
  muted: '#605153',
  line: '#e7dfdf',
  velvet: '#531021',
  velvetLine: '#d8646f',
  nap: '#821c33',
  onVelvet: '#fef9f8',
  onVelvetMuted: '#eac3c4',
};

const FONT_FILES = {
  regular: 'hanken-grotesk-420',
  strong: 'hanken-grotesk-620',
  display: 'commissioner-560',
};

interface Style {
  font: keyof typeof FONT_FILES;
  size: number;
  colour: string;
  /** Unlimited by default. */
  width?: number;
  right?: boolean;
  /** Points between two lines. */
  gap?: number;
  spacing?: number;
}

export type Canvas = ReturnType<typeof canvasOf>;

/** Draws at absolute positions and tags each element, in reading order for screen readers. */
export function canvasOf(doc: PDFKit.PDFDocument) {
  const root = doc.struct('Document');
  doc.addStructure(root);

  const begin = (parent: PDFKit.PDFStructureElement, type: string, options: object) => {
    const content = doc.markStructureContent(type);
    return () => {
      doc.endMarkedContent();
      parent.add(doc.struct(type, options, content));
    };
  };
  const within = (
    parent: PDFKit.PDFStructureElement,
    type: string,
    draw: () => void,
    options = {},
  ) => {
    const end = begin(parent, type, options);
    draw();
    end();
  };
  const beginArtifact = () => {
    doc.markContent('Artifact', { type: 'Layout' });
    return () => void doc.endMarkedContent();
  };
  const artifact = (draw: () => void) => {
    const end = beginArtifact();
    draw();
    end();
  };
  const optionsOf = ({ width, right, gap, spacing }: Omit<Style, 'font' | 'size' | 'colour'>) => ({
    ...(width === undefined ? { lineBreak: false } : { width }),
    ...(right && { align: 'right' as const }),
    lineGap: gap ?? 0,
    characterSpacing: spacing ?? 0,
  });

  return {
    tagged: (type: 'H1' | 'H2' | 'P', draw: () => void) => within(root, type, draw),
    /** Decoration, ignored by screen readers. */
    artifact,
    /**
     * Tagging in two steps, for content drawn elsewhere; each returns the function that ends it.
     */
    begin: (type: 'H2' | 'P' | 'Figure', options: { alt?: string; bbox?: number[] } = {}) =>
      begin(root, type, options),
    beginArtifact,
    table() {
      const table = doc.struct('Table');
      root.add(table);
      return {
        row() {
          const row = doc.struct('TR');
          table.add(row);
          return {
            cell: (type: 'TH' | 'TD', draw: () => void) =>
              within(row, type, draw, type === 'TH' ? { scope: 'Column' } : {}),
          };
        },
      };
    },
    text(text: string, x: number, y: number, { font, size, colour, ...place }: Style): void {
      doc
        .font(FONT_FILES[font])
        .fontSize(size)
        .fillColor(colour)
        .text(text, x, y, optionsOf(place));
    },
    heightOf(text: string, { font, size, colour: _, ...place }: Style): number {
      return doc.font(FONT_FILES[font]).fontSize(size).heightOfString(text, optionsOf(place));
    },
    line: (y: number) =>
      artifact(() => {
        doc
          .moveTo(MARGIN, y)
          .lineTo(MARGIN + WIDTH, y)
          .lineWidth(0.6)
          .strokeColor(COLOURS.line)
          .stroke();
      }),
    panel(x: number, y: number, width: number, height: number, colour: string): void {
      doc.roundedRect(x, y, width, height, 14).fill(colour);
    },
    /** The logo: a square of velvet, brushed once. */
    mark(x: number, y: number, size: number): void {
      const [edge, stroke] = ['M21.5-2C10 4.5 8.5 10.5 15.5 16S22 27.5 10.5 34', 1.6];
      doc
        .save()
        .translate(x, y)
        .scale(size / 32);
      doc.roundedRect(0, 0, 32, 32, 9).clip().rect(0, 0, 32, 32).fill(COLOURS.velvet);
      doc.path(`${edge}H-2V-2Z`).fill(COLOURS.nap);
      doc.path(edge).lineWidth(stroke).stroke(COLOURS.velvetLine);
      doc.restore();
    },
    /** Starts a page and returns the position of its first line. */
    nextPage(): number {
      doc.addPage();
      return 56;
    },
    eachPage(draw: (page: number, pages: number) => void): void {
      const { start, count } = doc.bufferedPageRange();
      for (let page = 1; page <= count; page++) {
        doc.switchToPage(start + page - 1);
        draw(page, count);
      }
    },
  };
}
