/**
 * `<SkeletonRegion label="Inserate werden geladen"><Skeleton width="60%" /></SkeletonRegion>`:
 * still boxes, visible after 150 ms.
 */
import type { ReactNode } from 'react';
import './skeleton.css';
import './spinner.css';

export function Skeleton({ width, height }: { width?: string; height?: string }) {
  return <div className="skel" style={{ width, height }} data-slot="skeleton" />;
}

export function SkeletonRegion({
  label,
  className,
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div aria-busy="true" className={className} data-slot="skeleton-region">
      <span className="sr" role="status">
        {label}
      </span>
      <div className="appear-late stack-tight" aria-hidden>
        {children}
      </div>
    </div>
  );
}
