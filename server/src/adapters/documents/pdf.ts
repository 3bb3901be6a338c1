import { setImmediate as turn } from 'node:timers/promises';
import type {
  DocumentContent,
  DocumentRenderer,
  Fact,
  Table,
} from '../../modules/documents/ports.ts';
import { type Canvas, COLOURS, canvasOf, MARGIN, SHEET, WIDTH } from './canvas.ts';
import { pdfOf } from './document.ts';

/** Rows between two yields to the event loop, so that a long statement blocks no request. */
const ROWS_PER_BATCH = 40;
const BOTTOM = SHEET.height - 76;

/** Renders documents deterministically, without clock or randomness. */
export const pdfRenderer = (): DocumentRenderer => ({
  async make(document) {
    const about = { title: document.title, maker: 'Samtrot', at: new Date(document.issuedAt) };
    return pdfOf({ ...about, archive: 'PDF/A-2a' }, (doc) => draw(canvasOf(doc), document));
  },
});

async function draw(on: Canvas, document: DocumentContent): Promise<void> {
  let y = header(on, document);
  y = facts(on, document.facts, y) + 18;
  y = figures(on, document.figures, y) + 28;
  for (const table of document.tables) y = (await drawTable(on, table, y)) + 26;
  for (const note of document.notes) {
    const style = {
      font: 'regular',
      size: 9,
      colour: COLOURS.muted,
      width: WIDTH,
      gap: 2,
    } as const;
    const height = on.heightOf(note, style);
    if (y + height > BOTTOM) y = on.nextPage();
    on.tagged('P', () => on.text(note, MARGIN, y, style));
    y += height + 6;
  }
  footers(on, document);
}

/** Logo and sender, title below; returns the next position. */
function header(
  on: Canvas,
  { sender: [name = '', ...lines], heading, subheading }: DocumentContent,
): number {
  on.artifact(() => {
    on.mark(MARGIN, 46, 26);
    on.text('Samtrot', MARGIN + 36, 49, { font: 'display', size: 15, colour: COLOURS.strong });
  });
  const half = { x: MARGIN + WIDTH / 2, width: WIDTH / 2, right: true } as const;
  on.tagged('P', () => {
    on.text(name, half.x, 48, { font: 'strong', size: 9, colour: COLOURS.text, ...half });
    lines.forEach((line, index) => {
      on.text(line, half.x, 61 + index * 12.5, {
        font: 'regular',
        size: 9,
        colour: COLOURS.muted,
        ...half,
      });
    });
  });
  const y = Math.max(138, 61 + lines.length * 12.5 + 36);
  on.tagged('H1', () => {
    on.text(heading, MARGIN, y, {
      font: 'display',
      size: 27,
      colour: COLOURS.strong,
      spacing: -0.4,
    });
  });
  on.tagged('P', () =>
    on.text(subheading, MARGIN, y + 37, { font: 'regular', size: 11.5, colour: COLOURS.muted }),
  );
  return y + 74;
}

function facts(on: Canvas, list: Fact[], top: number): number {
  const columns = list.length === 4 ? 4 : 3;
  list.forEach(({ label, value }, index) => {
    const x = MARGIN + (index % columns) * (WIDTH / columns);
    const y = top + Math.floor(index / columns) * 36;
    on.tagged('P', () => {
      on.text(label, x, y, { font: 'regular', size: 8.5, colour: COLOURS.muted });
      on.text(value, x, y + 12.5, { font: 'regular', size: 10.5, colour: COLOURS.text });
    });
  });
  return top + Math.ceil(list.length / columns) * 36;
}

/** The key figures on the brand colour, like the balance on its page. */
function figures(on: Canvas, list: Fact[], top: number): number {
  const height = 70;
  on.artifact(() => on.panel(MARGIN, top, WIDTH, height, COLOURS.velvet));
  const [inset, share] = [20, (WIDTH - 40) / list.length];
  list.forEach(({ label, value }, index) => {
    const x = MARGIN + inset + index * share;
    on.tagged('P', () => {
      on.text(label, x, top + 17, { font: 'regular', size: 8.5, colour: COLOURS.onVelvetMuted });
      on.text(value, x, top + 31, { font: 'strong', size: 16, colour: COLOURS.onVelvet });
    });
  });
  return top + height;
}

/** A table over several pages, each with the column heads; returns the next position. */
async function drawTable(
  on: Canvas,
  { caption, columns, rows }: Table,
  top: number,
): Promise<number> {
  let left = MARGIN;
  const places = columns.map(({ share, right }) => {
    const place = { x: left, width: share * WIDTH - 10, right: right ?? false };
    left += share * WIDTH;
    // The last column is flush with the line's end.
    return right ? { ...place, x: place.x + 10 } : place;
  });
  let y = top;
  const head = () => {
    const row = table.row();
    columns.forEach(({ title }, index) => {
      const { x, ...place } = places[index]!;
      row.cell('TH', () =>
        on.text(title, x, y, { font: 'regular', size: 8.5, colour: COLOURS.muted, ...place }),
      );
    });
    on.line(y + 15);
    y += 21;
  };
  const heightOf = (cells: string[], strong?: true) =>
    Math.max(
      ...cells.map((cell, index) => on.heightOf(cell, { ...cellStyle(strong), ...places[index]! })),
    );

  if (y + 90 > BOTTOM) y = on.nextPage();
  on.tagged('H2', () =>
    on.text(caption, MARGIN, y, { font: 'display', size: 13.5, colour: COLOURS.strong }),
  );
  y += 26;
  const table = on.table();
  head();
  for (const [index, { cells, strong }] of rows.entries()) {
    const height = heightOf(cells, strong);
    if (y + height > BOTTOM) {
      y = on.nextPage();
      head();
    }
    const row = table.row();
    cells.forEach((cell, column) => {
      const { x, ...place } = places[column]!;
      row.cell('TD', () => on.text(cell, x, y, { ...cellStyle(strong), ...place }));
    });
    y += height + 5;
    on.line(y);
    y += 6;
    if (index % ROWS_PER_BATCH === ROWS_PER_BATCH - 1) await turn();
  }
  return y;
}

const cellStyle = (strong?: true) =>
  ({
    font: strong ? 'strong' : 'regular',
    size: 9.5,
    colour: strong ? COLOURS.strong : COLOURS.text,
  }) as const;

function footers(on: Canvas, { title, sender: [name = ''] }: DocumentContent): void {
  on.eachPage((page, pages) => {
    const style = { font: 'regular', size: 8.5, colour: COLOURS.muted } as const;
    on.line(SHEET.height - 56);
    on.artifact(() => {
      on.text(`${name} · ${title}`, MARGIN, SHEET.height - 46, style);
      const right = { ...style, width: WIDTH, right: true };
      on.text(`Seite ${page} von ${pages}`, MARGIN, SHEET.height - 46, right);
    });
  });
}
