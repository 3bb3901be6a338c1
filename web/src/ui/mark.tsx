/**
 * `<Wordmark />` is logo and name; `<Mark size={32} />` the logo alone: a square of velvet, brushed
 * once.
 */
import { useId } from 'react';

export function Mark({ size = 32 }: { size?: number }) {
  const id = useId();
  return (
    <svg className="mark" width={size} height={size} viewBox="0 0 32 32" aria-hidden>
      <clipPath id={id}>
        <rect width="32" height="32" rx="9" />
      </clipPath>
      <g clipPath={`url(#${id})`}>
        <rect width="32" height="32" fill="var(--mark-deep)" />
        <path d="M21.5-2C10 4.5 8.5 10.5 15.5 16S22 27.5 10.5 34H-2V-2Z" fill="var(--mark-nap)" />
        <path
          d="M21.5-2C10 4.5 8.5 10.5 15.5 16S22 27.5 10.5 34"
          fill="none"
          stroke="var(--mark-line)"
          strokeWidth="1.6"
        />
      </g>
    </svg>
  );
}

export function Wordmark({ size }: { size?: number }) {
  return (
    <>
      <Mark size={size} />
      <span>Samtrot</span>
    </>
  );
}
