/** `toast.success('Inserat gespeichert')`, `.info`, `.warning`, `.error`; 3 s unless told (decision X-16); errors can be closed sooner. */
import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert, X } from 'lucide-react';
import { Toaster as Sonner, toast as show } from 'sonner';
import { DESKTOP, useMediaQuery } from '../lib/media-query.ts';
import { IconButton } from './icon-button.tsx';

const SHOWN_MS = 3000;

interface Options {
  /** How long it stays in milliseconds. */
  duration?: number;
  icon?: LucideIcon;
}

export const toast = {
  success: (text: string, options?: Options) => present(text, { icon: CircleCheck, ...options }),
  info: (text: string, options?: Options) => present(text, { icon: Info, ...options }),
  warning: (text: string, options?: Options) => present(text, { icon: TriangleAlert, ...options }),
  error: (text: string, options?: Options) => present(text, { icon: CircleAlert, urgent: true, ...options }),
  /** Takes back what has been said and holds no longer. */
  dismiss: (text: string) => show.dismiss(text),
};

function present(
  text: string,
  { icon: Icon, duration = SHOWN_MS, urgent }: Options & { icon: LucideIcon; urgent?: boolean },
) {
  // The text is the key: saying the same thing twice shows it once.
  show.custom(
    (id) => (
      <div className="toast" data-slot="toast" role={urgent ? 'alert' : 'status'}>
        <Icon className="i" aria-hidden />
        <span className="msg">{text}</span>
        {urgent && <IconButton icon={X} label="Meldung schliessen" tipSide="top" onClick={() => show.dismiss(id)} />}
      </div>
    ),
    { id: text, duration },
  );
}

/** Once, above the router, so that messages survive navigation. */
export function Toaster() {
  const desktop = useMediaQuery(DESKTOP);
  return (
    <Sonner
      position={desktop ? 'bottom-right' : 'bottom-center'}
      offset="1.5rem"
      mobileOffset={{ left: '1rem', right: '1rem', bottom: 'calc(var(--tabbar-h) + 0.75rem)' }}
      // As many as refreshing everything says at most: a warning for each of four stores and one for the whole.
      visibleToasts={5}
      expand
      containerAriaLabel="Meldungen"
      style={{ zIndex: 'var(--z-toast)', fontFamily: 'var(--font-ui)' }}
    />
  );
}
