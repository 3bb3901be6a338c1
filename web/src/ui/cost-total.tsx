import { formatCredits, formatNumber } from '@samtrot/shared/kernel/format.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import './cost-list.css';

/** The line under the costs. */
export const CostTotal = ({ total }: { total: Credits }) => (
  <div className="between align-baseline cost-total">
    <span className="strong">Total</span>
    <span>
      <span className="big-number sum num">{formatNumber(total)}</span>{' '}
      <span className="muted">Credits</span>
    </span>
  </div>
);

/** What remains of the balance. */
export const CostAfter = ({
  label = 'Guthaben danach',
  after,
}: {
  label?: string;
  after: Credits;
}) => (
  <div className="well between above-4 after">
    <span className="muted">{label}</span>
    <span className="strong num">{formatCredits(after)}</span>
  </div>
);
