import './item-card.css';
import '../ui/skeleton.css';

/** The boxes of a card while the list loads. */
export const ItemCardSkeleton = () => (
  <div className="card item">
    <div className="item-main">
      <div className="ph thumb" />
      <div className="stack-tight">
        <div className="skel" style={{ width: '9rem' }} />
        <div className="skel" style={{ width: '60%', height: '1.25rem' }} />
        <div className="skel" style={{ width: '40%' }} />
      </div>
    </div>
  </div>
);
