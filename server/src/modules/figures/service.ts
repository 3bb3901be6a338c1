import type * as contract from '@samtrot/shared/figures/contract.ts';
import { maySee } from '@samtrot/shared/figures/rights.ts';
import {
  type Bucket,
  bucketLabel,
  bucketsOf,
  FIGURE_NAMES,
  FIGURES,
  type Figure,
  type Span,
} from '@samtrot/shared/figures/rules.ts';
import type { Input, Output } from '@samtrot/shared/kernel/action.ts';
import { formatDateTime } from '@samtrot/shared/kernel/format.ts';
import { localDate } from '@samtrot/shared/kernel/time.ts';
import { assertRight, type Ctx, type StaffPerson } from '../../platform/action.ts';
import { BYTE_ORDER_MARK, csvLine } from '../../platform/csv.ts';
import type { Sql } from '../../platform/db.ts';
import { openedIn } from '../accounts/service.ts';
import { onlineAt } from '../inserate/service.ts';
import { viewsIn } from '../statistics/service.ts';
import { paidIn } from '../topups/service.ts';

type Reading = Pick<Ctx, 'db' | 'now'> & { actor: StaffPerson };
type Shown = Output<typeof contract.getHouseFigures>['figures'][number];

const READ: Record<Figure, (db: Sql, buckets: Bucket[]) => Promise<number[]>> = {
  registrations: (db, buckets) => openedIn(db, spansOf(buckets)),
  online: (db, buckets) =>
    onlineAt(
      db,
      buckets.map(({ until }) => until),
    ),
  revenue: (db, buckets) => paidIn(db, spansOf(buckets)),
  views: (db, buckets) =>
    viewsIn(db, {
      days: buckets.map(({ day }) => day),
      before: localDate(buckets.at(-1)!.until),
    }),
};

const spansOf = (buckets: Bucket[]) => ({
  starts: buckets.map(({ from }) => from),
  end: buckets.at(-1)!.until,
});

async function readFigure({ db, now }: Pick<Reading, 'db' | 'now'>, figure: Figure, span: Span) {
  const buckets = bucketsOf(span, now);
  const values = await READ[figure](db, buckets);
  return { figure, points: buckets.map(({ day }, n) => ({ day, value: values[n]! })) };
}

/** The charts that the role may see (BOF-136). */
export async function figures(
  ctx: Reading,
  { span }: Input<typeof contract.getHouseFigures>,
): Promise<Output<typeof contract.getHouseFigures>> {
  const shown: Shown[] = [];
  for (const figure of FIGURE_NAMES)
    if (maySee(ctx.actor.role, figure)) shown.push(await readFigure(ctx, figure, span));
  return { at: ctx.now.toISOString(), figures: shown };
}

/** One chart as a file. @throws RIGHT_MISSING for revenue without a right on money */
export async function exportFigure(
  ctx: Reading,
  { figure, span }: Input<typeof contract.exportHouseFigure>,
): Promise<Output<typeof contract.exportHouseFigure>> {
  if (!maySee(ctx.actor.role, figure)) assertRight(ctx.actor, 'money.report');
  const { points } = await readFigure(ctx, figure, span);
  const unit = figure === 'revenue' ? ' (CHF)' : '';
  const lines = points.map(({ day, value }, n) =>
    csvLine([
      bucketLabel(day, span),
      figure === 'revenue' ? { rappen: value } : value,
      n === points.length - 1 ? `läuft noch, Stand ${formatDateTime(ctx.now)}` : '',
    ]),
  );
  const head = csvLine([
    span === 'days' ? 'Tag' : 'Monat',
    `${FIGURES[figure].label}${unit}`,
    'Bemerkung',
  ]);
  return {
    name: `${figure}-${localDate(ctx.now)}.csv`,
    text: BYTE_ORDER_MARK + head + lines.join(''),
  };
}
