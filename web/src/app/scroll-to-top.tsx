import { ArrowUp } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from '../ui/icon-button.tsx';
import './scroll-to-top.css';

const FROM_PX = 600;

/** Appears once more than 600 px are scrolled (FRM-18). */
export function ScrollToTop() {
  const [far, setFar] = useState(false);
  useEffect(() => {
    // Never read while rendering: that would lay out the page before it is complete.
    const look = () => setFar(scrollY > FROM_PX);
    addEventListener('scroll', look, { passive: true });
    return () => removeEventListener('scroll', look);
  }, []);
  if (!far) return null;
  return (
    <div className="to-top">
      <IconButton
        icon={ArrowUp}
        label="Nach oben"
        look="bordered"
        tipSide="left"
        onClick={() => scrollTo({ top: 0 })}
      />
    </div>
  );
}
