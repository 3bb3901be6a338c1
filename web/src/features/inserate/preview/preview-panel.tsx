import { ChevronDown, Eye, EyeOff } from 'lucide-react';
import { type ReactNode, useId, useState, useSyncExternalStore } from 'react';
import { useDiscreet } from '../../../lib/page/discreet.ts';
import { useMediaQuery } from '../../../lib/page/media-query.ts';
import type { Account } from '../../../lib/session/session.ts';
import { ChipGroup } from '../../../ui/chip-group.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { ToggleChip } from '../../../ui/toggle-chip.tsx';
import {
  bookedLook,
  type Look,
  type PreviewSubject,
  previewAd,
  previewSentence,
  withheldSentence,
} from './preview-ad.ts';
import { PreviewDocument } from './preview-document.tsx';
import { isVeiled, onVeil, setVeiled } from './preview-veil.ts';
import './preview.css';

export interface PreviewProps extends PreviewSubject {
  account: Account;
  /** Above the preview: what cannot be seen below it. */
  notice?: ReactNode;
}

export interface Props extends PreviewProps {
  /** Beside the form it shows what there is room for, in a window of its own the whole list. */
  beside: boolean;
}

type View = 'card' | 'page';

const VIEWS: { value: View; label: string }[] = [
  { value: 'card', label: 'Karte' },
  { value: 'page', label: 'Seite' },
];

const LOOKS: { value: Look; label: string }[] = [
  { value: 'plain', label: 'Ohne Extras' },
  { value: 'colour', label: 'Farbe' },
  { value: 'top', label: 'TopAd' },
];

/** The ad as visitors of a website see it, while it is written. Changes and costs nothing. */
export function PreviewPanel({ account, form, media, notice, beside }: Props) {
  const heading = useId();
  const [view, setView] = useState<View>('card');
  const [chosenLook, setLook] = useState<Look | null>(null);
  const [siteId, setSite] = useState<number | null>(null);
  const veiled = useSyncExternalStore(onVeil, isVeiled);
  const narrow = useMediaQuery('(max-width: 1239px)');
  const sites = account.webseiten;
  const site = sites.find(({ id }) => id === siteId) ?? sites[0];
  const look = chosenLook ?? bookedLook(form);
  const accepts = site?.accepts ?? 'explizit';
  const subject = { form, media };
  const ad = previewAd(subject, {
    lists: account,
    accepts,
    look,
    origin: location.origin,
    now: new Date(),
  });
  const withheld = withheldSentence(media, accepts);
  return (
    <section className="preview-panel" aria-labelledby={heading} data-slot="preview">
      <div className="between preview-head">
        <h2 className="h2" id={heading}>
          Vorschau
        </h2>
        <Segmented label="Was die Vorschau zeigt" value={view} onChange={setView} items={VIEWS} />
      </div>
      {notice && <div className="preview-foot">{notice}</div>}
      <div className="row preview-site">
        <span className="strong grow truncate">{site?.name}</span>
        {site && sites.length > 1 && (
          <span className="link-target push sm nowrap focus-frame preview-switch">
            <span aria-hidden>Webseite wechseln</span>
            <ChevronDown className="i" aria-hidden />
            <select
              aria-label="Webseite wechseln"
              value={site.id}
              onChange={({ target }) => setSite(Number(target.value))}
            >
              {sites.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </span>
        )}
        <VeilButton veiled={veiled} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it; nothing in it has the focus */}
      <section className="preview-stage" tabIndex={0} aria-label="Dein Inserat">
        <PreviewDocument
          ad={ad}
          view={view}
          neighbours={!beside ? 3 : narrow ? 0 : 1}
          veiled={veiled}
        />
      </section>
      <p className="sr">{previewSentence(ad)}</p>
      <div className="stack-tight preview-foot">
        {withheld && <p className="sm is-warning">{withheld}</p>}
        <ChipGroup aria-label="So zeigen">
          {LOOKS.map(({ value, label }) => (
            <ToggleChip key={value} pressed={value === look} onPress={() => setLook(value)}>
              {label}
            </ToggleChip>
          ))}
        </ChipGroup>
        <Notes veiled={veiled} pictures={ad.images.length > 0} />
      </div>
    </section>
  );
}

const VeilButton = ({ veiled }: { veiled: boolean }) => (
  <IconButton
    icon={veiled ? Eye : EyeOff}
    label="Verdecken"
    tipSide="left"
    aria-pressed={veiled}
    onClick={() => setVeiled(!veiled)}
  />
);

function Notes({ veiled, pictures }: { veiled: boolean; pictures: boolean }) {
  const discreet = useDiscreet();
  return (
    <p className="xs muted">
      Nur zum Ansehen, es kostet nichts.
      {discreet && !veiled && pictures && (
        <> Deine Bilder sind hier unverdeckt, so wie Besucher sie sehen.</>
      )}
    </p>
  );
}
