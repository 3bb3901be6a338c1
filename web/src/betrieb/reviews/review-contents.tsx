import type { Output } from '@samtrot/shared/kernel/action.ts';
import { formatDayTime } from '@samtrot/shared/kernel/format.ts';
import type { review, uncoverReview } from '@samtrot/shared/moderation/review-contract.ts';
import {
  CONTENT_FIELDS,
  diffOf,
  fieldLabel,
  fieldText,
  markedIn,
} from '@samtrot/shared/moderation/review-rules.ts';
import { EyeOff } from 'lucide-react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { thingName } from '../thing.ts';
import { distinct } from './distinct.ts';

type Read = Output<typeof review>;
export type Uncovered = Output<typeof uncoverReview>;
const MEDIA = ['bild', 'video'];

interface Props {
  of: Read;
  uncovered: Uncovered | null;
  /** Null for who may not. */
  onUncover: (() => void) | null;
}

/** The fields as visitors see them, compared with what was approved; pictures veiled (BOF-43). */
export function ReviewContents({ of, uncovered, onUncover }: Props) {
  const { content, approved, similar, review: it } = of;
  const hits = it.signals.flatMap((signal) => signal.hits ?? []);
  const fields = CONTENT_FIELDS.filter(
    (field) =>
      !MEDIA.includes(field) &&
      (fieldText(content, field).trim() !== '' ||
        (approved && fieldText(approved.content, field).trim() !== '')),
  );
  const pictures = (content.bild ?? []) as string[];
  const before = (approved?.content.bild ?? null) as string[] | null;
  const videos = (content.video ?? []) as string[];
  return (
    <>
      <section className="house-panel" aria-labelledby="inhalt-feld">
        <h2 id="inhalt-feld">
          Inhalt
          {approved && `, verglichen mit der Freigabe vom ${formatDayTime(new Date(approved.at))}`}
        </h2>
        <dl className="house-state review-fields">
          {fields.map((field) => (
            <div key={field}>
              <dt>{fieldLabel(field)}</dt>
              <dd>
                <Compared
                  before={
                    approved && field in approved.content
                      ? fieldText(approved.content, field)
                      : null
                  }
                  now={fieldText(content, field)}
                  hits={hits}
                />
              </dd>
            </div>
          ))}
        </dl>
      </section>
      {pictures.length + videos.length > 0 && (
        <section className="house-panel" aria-labelledby="bilder">
          <h2 id="bilder">{videos.length > 0 ? 'Bilder und Videos' : 'Bilder'}</h2>
          <div className="house-state">
            {onUncover && (
              <Button size="sm" onClick={onUncover} aria-pressed={uncovered !== null}>
                {uncovered ? 'Verdecken' : 'Aufdecken'} <kbd aria-hidden>V</kbd>
              </Button>
            )}
            <ul className="review-pictures">
              {distinct(pictures).map(({ item: content_id, key }, at) => (
                <li key={key}>
                  <Picture
                    label={`Bild ${at + 1}`}
                    url={uncovered?.pictures.find(({ n }) => n === at + 1)?.url}
                    onUncover={onUncover}
                  />
                  {before && !before.includes(content_id) && <Badge tone="info">Neu</Badge>}
                </li>
              ))}
              {distinct(videos).map(({ key }, at) => (
                <li key={`video ${key}`}>
                  <Film
                    label={`Video ${at + 1}`}
                    film={uncovered?.videos.find(({ n }) => n === at + 1)}
                    onUncover={onUncover}
                  />
                </li>
              ))}
            </ul>
            {onUncover && (
              <p className="muted">
                Wer aufdeckt, wird vermerkt. Die Kundin sieht es in ihrem Kontoprotokoll.
              </p>
            )}
          </div>
        </section>
      )}
      {distinct(similar, ({ n }) => String(n)).map(({ item: { n, object, account }, key, nth }) => (
        <section key={key} className="house-panel" aria-label={`Bild ${n} nebeneinander`}>
          <h2>Bild {n} nebeneinander</h2>
          <div className="house-state review-pair">
            <figure>
              <Picture
                label={`Bild ${n}, dieses`}
                url={uncovered?.pictures.find((one) => one.n === n)?.url}
                onUncover={onUncover}
              />
              <figcaption>
                Nr. {it.object.id}, Konto {of.account.id}
              </figcaption>
            </figure>
            <figure>
              <Picture
                label={`Bild ${n}, das ähnliche`}
                url={uncovered?.similar.filter((one) => one.n === n)[nth]?.url}
                onUncover={onUncover}
              />
              <figcaption>
                {thingName(object)}, Konto {account}
              </figcaption>
            </figure>
          </div>
        </section>
      ))}
    </>
  );
}

interface PictureProps {
  label: string;
  url: string | undefined;
  onUncover: (() => void) | null;
}

/** Nothing of it is loaded before it is uncovered. */
export function Picture({ label, url, onUncover }: PictureProps) {
  if (url) return <img className="review-picture" src={url} alt={label} />;
  const veil = (
    <>
      <EyeOff className="i" aria-hidden />
      <span>{label}</span>
    </>
  );
  return onUncover ? (
    <button
      type="button"
      className="review-picture review-veil"
      aria-label={`${label} aufdecken`}
      onClick={onUncover}
    >
      {veil}
    </button>
  ) : (
    <span className="review-picture review-veil">{veil}</span>
  );
}

interface FilmProps extends Omit<PictureProps, 'url'> {
  film: Uncovered['videos'][number] | undefined;
}

/** Plays nothing by itself, and is loaded when somebody presses. */
const Film = ({ label, film, onUncover }: FilmProps) =>
  film ? (
    // biome-ignore lint/a11y/useMediaCaption: an advertiser's own film has none
    <video
      className="review-picture"
      style={{ width: '16rem', objectFit: 'contain' }}
      controls
      preload="none"
      playsInline
      src={film.url}
      poster={film.poster}
      aria-label={label}
    />
  ) : (
    <Picture label={label} url={undefined} onUncover={onUncover} />
  );

const TAGS = { same: 'span', added: 'ins', removed: 'del' } as const;

/** What was taken out and what was put in. */
export function Compared({
  before,
  now,
  hits,
}: {
  before: string | null;
  now: string;
  hits: string[];
}) {
  const pieces = diffOf(before ?? now, now);
  let at = 0;
  return pieces.map(({ text, kind }) => {
    const Tag = TAGS[kind];
    at += text.length + 1;
    return <Tag key={at}>{kind === 'removed' ? text : <Marked text={text} hits={hits} />}</Tag>;
  });
}

function Marked({ text, hits }: { text: string; hits: string[] }) {
  let at = 0;
  return markedIn(text, hits).map((part) => {
    at += part.text.length;
    return part.hit ? <mark key={at}>{part.text}</mark> : part.text;
  });
}
