import { median } from '../measure.ts';
import { newDataFolder, removeDataFolder, startProduct } from '../product.ts';
import { bounded, type Row } from '../report.ts';

const TIMES = 3;

/** `npm start` on an empty and on an existing folder, with built pages. */
export async function start(): Promise<Row[]> {
  const empty: number[] = [];
  const warm: number[] = [];
  for (let time = 0; time < TIMES; time++) {
    const folder = newDataFolder();
    const first = await startProduct(folder);
    empty.push(first.readyAfterMs / 1000);
    await first.stop();
    const second = await startProduct(folder);
    warm.push(second.readyAfterMs / 1000);
    await second.stop();
    removeDataFolder(folder);
  }
  return [
    bounded('start on an empty folder, until ready', median(empty), 10, 's'),
    bounded('start on existing data, until ready', median(warm), 3, 's'),
  ];
}
