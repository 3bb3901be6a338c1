import { Icon } from '@samtrot/ad-view/icons.tsx';
import { Picture } from '@samtrot/ad-view/picture.tsx';
import { placeOf } from '@samtrot/ad-view/text.ts';
import { posterOf, Video } from '@samtrot/ad-view/video.tsx';
import type { DeliveredImage } from '@samtrot/partner';
import { formatDateTime } from '@samtrot/shared/kernel/format.ts';
import { adPath, type Frame, listPath, type Story, type StoryAd, storyPath } from '../pages.ts';
import { coveringOf } from './unveil.tsx';

/** The running stories above the list: pictures with a ring, each leading to its own page. */
export function StoryRow({ stories, kanton }: { stories: StoryAd[]; kanton: string }) {
  if (stories.length === 0) return null;
  return (
    <nav className="stories" aria-label="Storys">
      <ul>
        {stories.map(({ id, name, story }) => (
          <li key={id}>
            <a
              href={storyPath(id, kanton)}
              data-story-of={id}
              aria-label={`${name}: ${story.title || 'Story'}`}
            >
              <span className="story-ph">
                <Picture image={pictureOf(story)} alt="" sizes="84px" />
                <Icon name={story.video ? 'story' : 'image'} />
              </span>
              <span className="story-n">{name}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const pictureOf = ({ image, video }: Story): DeliveredImage | undefined =>
  video ? posterOf(video) : (image ?? undefined);

interface Props {
  ad: StoryAd;
  /** All of the row, in its order. */
  stories: StoryAd[];
  kanton: string;
  /** It was opened on the page of its ad. */
  fromAd: boolean;
  frame: Frame;
}

/**
 * One story on a page of its own: picture or video, whose it is, and the way to the ad. The left
 * and the right of it lead to the others; the script of the site moves on by itself.
 */
export function StoryPage({ ad, stories, kanton, fromAd, frame }: Props) {
  const { story } = ad;
  const image = story.image ?? undefined;
  const at = stories.findIndex(({ id }) => id === ad.id);
  return (
    <>
      <a className="back" href={fromAd ? adPath(ad.id) : listPath({ kanton })} data-story-back>
        <Icon name="back" />
        {fromAd ? 'Zum Inserat' : 'Alle Inserate'}
      </a>
      <article className="velvet story" data-story={ad.id}>
        <div className="folds" aria-hidden="true" />
        <div className="story-stage">
          {stories.length > 1 && at >= 0 && (
            <p className="story-bars">
              <span className="sr">{`Story ${at + 1} von ${stories.length}`}</span>
              {stories.map(({ id }, index) => (
                <i
                  key={id}
                  className={index < at ? 'done' : index === at ? 'now' : undefined}
                  aria-hidden="true"
                />
              ))}
            </p>
          )}
          {story.video ? (
            <Video video={story.video} name={`Story von ${ad.name}`} {...coveringOf(frame)} />
          ) : image ? (
            <Picture
              image={image}
              alt={`Story von ${ad.name}`}
              sizes="(min-width: 900px) 480px, 100vw"
              first
            />
          ) : (
            <p className="story-words">{story.title || ad.name}</p>
          )}
          <Side to={at > 0 ? stories[at - 1] : undefined} kanton={kanton} side="prev" />
          <Side to={at >= 0 ? stories[at + 1] : undefined} kanton={kanton} side="next" />
        </div>
        <div className="story-b">
          <div className="row-tight">
            <span className="tag-top">
              <Icon name="story" />
              Story
            </span>
            <button type="button" className="btn btn-velvet-ghost" data-story-pause hidden>
              <span className="row-tight">
                <Icon name="pause" />
                Anhalten
              </span>
              <span className="row-tight" hidden>
                <Icon name="play" />
                Weiter
              </span>
            </button>
          </div>
          <h1 className="h1">{story.title || ad.name}</h1>
          <p className="v-muted">
            {[story.title && ad.name, placeOf(ad)].filter(Boolean).join(' · ')}
          </p>
          <p className="v-muted sm">Zu sehen bis {formatDateTime(new Date(story.until))}</p>
          <a className="btn btn-velvet btn-lg" href={adPath(ad.id)}>
            Weiter zum Inserat
          </a>
        </div>
      </article>
    </>
  );
}

const SIDES = {
  prev: { label: 'Vorherige Story', icon: 'left' },
  next: { label: 'Nächste Story', icon: 'right' },
} as const;

interface SideProps {
  to: StoryAd | undefined;
  kanton: string;
  side: keyof typeof SIDES;
}

function Side({ to, kanton, side }: SideProps) {
  if (!to) return null;
  const { label, icon } = SIDES[side];
  return (
    <a
      className={`story-side story-${side}`}
      href={storyPath(to.id, kanton)}
      rel={side}
      aria-label={`${label}: ${to.name}`}
    >
      <Icon name={icon} />
    </a>
  );
}
