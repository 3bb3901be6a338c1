/**
 * `<ProgressRing percent={34} label="IMG_1.jpg wird hochgeladen" />`: over a picture; turns while
 * the progress is unknown.
 */
import { clsx } from 'clsx';
import './progress-ring.css';
import '../ui/spinner.css';

const LENGTH = 2 * Math.PI * 16;

export function ProgressRing({ percent, label }: { percent: number | null; label: string }) {
  return (
    <span
      className={clsx('up-ring', percent === null && 'spinner')}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent ?? undefined}
    >
      <svg viewBox="0 0 36 36" aria-hidden>
        <circle cx="18" cy="18" r="16" />
        <circle
          className="done"
          cx="18"
          cy="18"
          r="16"
          strokeDasharray={LENGTH}
          strokeDashoffset={LENGTH * (1 - (percent ?? 25) / 100)}
        />
      </svg>
      {percent !== null && <b className="num">{percent}</b>}
    </span>
  );
}
