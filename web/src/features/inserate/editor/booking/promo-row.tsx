import { clsx } from 'clsx';
import { CircleAlert, type LucideIcon, X } from 'lucide-react';
import { type ReactNode, use } from 'react';
import { Badge } from '../../../../ui/badge.tsx';
import { SectionHeading } from '../../../../ui/form-section.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import './editor-promotion.css';
import '../../../../ui/field.css';

interface Props {
  icon: LucideIcon;
  title: string;
  /** How much more visible it makes the ad. */
  visible: number;
  text: string;
  /** At the right: the price, or that it is paid. */
  price: ReactNode;
  on: boolean;
  control?: ReactNode;
  /** The wire field that the message and the way from "Noch offen" belong to. */
  id: string;
  error?: string | undefined;
  children?: ReactNode;
}

/** One of the five promotions, with its price beside it before it is touched. */
export function PromoRow({
  icon: Icon,
  title,
  visible,
  text,
  price,
  on,
  control,
  id,
  error,
  children,
}: Props) {
  const Heading = use(SectionHeading) === 'h3' ? 'h4' : 'h3';
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row
    <div
      className={clsx('promo', on && 'on')}
      data-slot="promo-option"
      role="group"
      aria-labelledby={`${id}-title`}
      aria-describedby={error ? `${id}-error` : undefined}
      id={id}
    >
      <span className={clsx('tile', on && 'badge-brand')}>
        <Icon className="i" aria-hidden />
      </span>
      <div className="grow">
        <div className="row-tight wrap">
          <Heading className="plain-title" id={`${id}-title`}>
            {title}
          </Heading>
          <Badge>{visible}x sichtbarer</Badge>
        </div>
        <p className="sm muted">{text}</p>
        {children}
        {error && (
          <p className="error above-3" id={`${id}-error`}>
            <CircleAlert className="i" aria-hidden />
            <span>{error}</span>
          </p>
        )}
      </div>
      <span className="sm medium nowrap promo-p num">{price}</span>
      {control}
    </div>
  );
}

interface Entry {
  key: string;
  label: string;
  /** It is outside the run. */
  wrong?: boolean;
  note?: string | undefined;
  onRemove: () => void;
}

/** What was added, each with its own way out (EDI-95). */
export function Entries({ label, entries }: { label: string; entries: readonly Entry[] }) {
  if (entries.length === 0) return null;
  return (
    <ul className="row-tight wrap above-3" aria-label={label}>
      {entries.map((entry) => (
        <li key={entry.key} className={clsx('push-time num', entry.wrong && 'wrong')}>
          {entry.wrong && <CircleAlert className="i" aria-hidden />}
          <span>
            {entry.label}
            {entry.note && <small className="block regular">{entry.note}</small>}
          </span>
          <IconButton
            icon={X}
            label={`${entry.label} entfernen`}
            tipSide="top"
            onClick={entry.onRemove}
          />
        </li>
      ))}
    </ul>
  );
}
