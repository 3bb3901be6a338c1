/**
 * `<SkeletonRegion><Skeleton width="60%" /></SkeletonRegion>`: still boxes, visible after 150 ms.
 * The page says once that it waits: `<WaitingStatus />`.
 */
import type { ReactNode } from 'react';
import { useIsWaiting, useWaiting } from './waiting.ts';
import './skeleton.css';
import './spinner.css';

export function Skeleton({ width, height }: { width?: string; height?: string }) {
  return <div className="skel" style={{ width, height }} data-slot="skeleton" />;
}

export function SkeletonRegion({
  className,
  children,
}: {
  className?: string;
  children: ReactNode;
}) {
  useWaiting();
  return (
    <div aria-busy="true" className={className} data-slot="skeleton-region">
      <div className="appear-late stack-tight" aria-hidden>
        {children}
      </div>
    </div>
  );
}

/** In place of a list: so many lines, each as tall as one of them. */
export const SkeletonLines = ({ lines, height }: { lines: number; height: string }) => (
  <SkeletonRegion>
    {Array.from({ length: lines }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: all are alike
      <Skeleton key={index} height={height} />
    ))}
  </SkeletonRegion>
);

/** For screen readers, once in a document: that something is loading (EXP-69). */
export function WaitingStatus() {
  const waiting = useIsWaiting();
  return (
    <p className="sr" role="status" data-slot="waiting-status">
      {waiting && 'Wird geladen'}
    </p>
  );
}
