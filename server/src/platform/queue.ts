/** What waits in a queue of the worker, for those who watch it (BOF-135). */
export interface Backlog {
  waiting: number;
  /** Since when the oldest waits. */
  since: Date | null;
  /** Given up since `failedSince`. */
  failed: number;
}
