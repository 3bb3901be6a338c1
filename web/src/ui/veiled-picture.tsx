/**
 * `<VeiledPicture src={url} alt="Bild 1" className="thumb" />`: veiled in the Diskret-Ansicht; a
 * tap shows it for ten seconds.
 */
import { clsx } from 'clsx';
import { Blinds } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { REVEAL_MS, useDiscreet } from '../lib/page/discreet.ts';
import './veiled-picture.css';

interface Props {
  src: string | undefined;
  alt: string;
  className?: string;
  /** Over the picture, such as a number. */
  children?: ReactNode;
}

export function VeiledPicture({ src, alt, className, children }: Props) {
  const discreet = useDiscreet();
  const [revealed, setRevealed] = useState(false);
  useEffect(() => {
    if (!revealed) return;
    const timer = setTimeout(() => setRevealed(false), REVEAL_MS);
    return () => clearTimeout(timer);
  }, [revealed]);
  const veiled = discreet && !revealed && src !== undefined;
  return (
    <div className={clsx('ph', veiled && 'veiled', className)} data-slot="veiled-picture">
      {src && <img className="photo" src={src} alt={alt} loading="lazy" decoding="async" />}
      {veiled && (
        <>
          <span className="veil-word" aria-hidden>
            <Blinds className="i" />
            Zeigen
          </span>
          <button
            type="button"
            className="ph-reveal"
            aria-label={`${alt} kurz zeigen`}
            title="Bild zeigen"
            onClick={(event) => {
              event.stopPropagation();
              // The button goes: the keyboard goes on from the picture.
              const picture = event.currentTarget.parentElement?.querySelector('img');
              if (picture) {
                picture.tabIndex = -1;
                picture.focus({ preventScroll: true });
              }
              setRevealed(true);
            }}
          />
        </>
      )}
      {children}
    </div>
  );
}
