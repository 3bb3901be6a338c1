/** Points at which `npm run chaos` terminates the process, mostly around money. */
export type FailPoint =
  | 'topup.after_insert'
  | 'topup.after_psp_create'
  | 'webhook.after_verify'
  | 'webhook.after_event_insert'
  | 'credit.before_commit'
  | 'credit.after_commit_before_reply'
  | 'refund.before_commit'
  | 'refund.after_claim'
  | 'refund.after_psp'
  | 'refund.confirm_mid'
  | 'coupon.after_claim'
  | 'buy.after_debit'
  | 'buy.after_feature'
  | 'order.after_commit_before_reply'
  | 'push.before_commit'
  | 'hide.before_purge_event'
  | 'offline.after_ads'
  | 'online.after_ads'
  | 'upload.after_file_before_row'
  | 'upload.after_row'
  | 'media.after_variant_2of3'
  | 'delete.after_db_before_files'
  | 'reactivate.mid'
  | 'export.half_written'
  | 'export.after_file_before_row'
  | 'webhook.after_answer'
  | 'change.mid'
  | 'hold.mid'
  | 'final.mid'
  | 'release.mid'
  | 'appeal.mid'
  | 'withdraw.mid';

/** Remaining passes of each armed point; undefined outside of tests. */
let armed: Map<string, number> | undefined;

/** Arms points: `credit.before_commit:3` exits when the point is passed for the third time. */
export function armFailPoints(plan: string | undefined): void {
  if (!plan) return;
  armed = new Map(
    plan.split(',').map((entry) => {
      const [name, nth] = entry.split(':');
      return [name!, Number(nth ?? 1)];
    }),
  );
}

/** Terminates the process like a power failure if a test has armed this point. */
export function failPoint(name: FailPoint): void {
  if (!armed) return;
  const left = armed.get(name);
  if (left === undefined) return;
  armed.set(name, left - 1);
  if (left === 1) process.kill(process.pid, 'SIGKILL');
}
