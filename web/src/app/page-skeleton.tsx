import { useRouterState } from '@tanstack/react-router';
import { ItemCardSkeleton } from '../listing/item-card-skeleton.tsx';
import { Card } from '../ui/card.tsx';
import { Skeleton, SkeletonRegion } from '../ui/skeleton.tsx';

/** The boxes of a page whose code or account is on its way (EXP-69). */
export function PageSkeleton() {
  const path = useRouterState({ select: (state) => state.location.pathname });
  return (
    <SkeletonRegion className="page-waiting">
      <div className="page-head">
        <Skeleton width="14rem" height="2.25rem" />
      </div>
      {boxesOf(path)}
    </SkeletonRegion>
  );
}

function boxesOf(path: string) {
  if (/\/(inserate|banner|clubs)$/.test(path)) {
    return (
      <>
        <Skeleton height="2.75rem" />
        <div className="cards">
          <ItemCardSkeleton />
          <ItemCardSkeleton />
          <ItemCardSkeleton />
        </div>
      </>
    );
  }
  if (/\/(home|guthaben)$/.test(path)) {
    return (
      <div className="grid-12">
        <Box className="c4" height="15rem" />
        <Box className="c8" height="15rem" />
        <Box className="c4" height="9rem" />
        <Box className="c4" height="9rem" />
        <Box className="c4" height="9rem" />
      </div>
    );
  }
  return (
    <>
      <Box height="12rem" />
      <Box height="18rem" />
    </>
  );
}

const Box = ({ height, className }: { height: string; className?: string }) => (
  <Card className={className}>
    <Skeleton width="40%" height="1.25rem" />
    <div style={{ height }} />
  </Card>
);
