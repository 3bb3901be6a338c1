import type { AuditAction } from '@samtrot/shared/audit/rules.ts';
import type { Right } from '@samtrot/shared/staff/rights.ts';
import { audit, auditChange } from '../../../platform/audit.ts';

interface PaymentChange {
  /** The right by which a person of the house does it. */
  right: Right;
  object: string;
  reason: string;
  figures: Record<string, string | number | boolean>;
}

/** One line for what is done with a payment, with right and reason where the house does it. */
export async function auditPaymentChange(
  ctx: Parameters<typeof audit>[0],
  action: AuditAction,
  { right, object, reason, figures }: PaymentChange,
): Promise<void> {
  const { actor } = ctx;
  if (actor.kind === 'staff')
    await auditChange({ ...ctx, actor }, action, { right, object, reason, after: figures });
  else await audit(ctx, action, object, { ...figures, reason });
}
