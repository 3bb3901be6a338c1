import { ArrowUp } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { IconButton } from '../ui/icon-button.tsx';

const FROM_PX = 600;

/** Appears once more than 600 px are scrolled (FRM-18). */
export function ScrollToTop() {
  const far = useSyncExternalStore(
    (notify) => {
      addEventListener('scroll', notify, { passive: true });
      return () => removeEventListener('scroll', notify);
    },
    () => scrollY > FROM_PX,
    () => false,
  );
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
