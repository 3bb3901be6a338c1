import { Icon } from '@samtrot/ad-view/icons.tsx';
import { Picture } from '@samtrot/ad-view/picture.tsx';
import { placeOf } from '@samtrot/ad-view/text.ts';
import { posterOf, Video } from '@samtrot/ad-view/video.tsx';
import type { DeliveredAd, DeliveredImage } from '@samtrot/shared/delivery/contract.ts';
import { formatDateTime } from '@samtrot/shared/kernel/time.ts';
import type { Frame, Story, StoryAd } from '../pages.ts';
import { coveringOf } from './unveil.tsx';

/**
 * The stories of a page in a row above the list: pictures with a ring, each leading to its own
 * page.
 */
export function StoryRow({ ads }: { ads: DeliveredAd[] }) {
  const stories = ads.flatMap((ad) => (ad.story ? [{ ad, story: ad.story }] : []));
  if (stories.length === 0) return null;
  return (
    <nav className="stories" aria-label="Storys">
      <ul>
        {stories.map(({ ad, story }) => (
          <li key={ad.id}>
            <a href={`/story/${ad.id}`} aria-label={`${ad.name}: ${story.title || 'Story'}`}>
              <span className="story-ph">
                <Picture image={pictureOf(story)} alt="" sizes="84px" />
                <Icon name={story.video ? 'story' : 'image'} />
              </span>
              <span className="story-n">{ad.name}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const pictureOf = ({ image, video }: Story): DeliveredImage | undefined =>
  video ? posterOf(video) : (image ?? undefined);

/** One story on a page of its own: picture or video, title, and the link to the ad. */
export function StoryPage({ ad, frame }: { ad: StoryAd; frame: Frame }) {
  const { story } = ad;
  const image = story.image ?? undefined;
  return (
    <>
      <a className="back" href="/">
        <Icon name="back" />
        Alle Inserate
      </a>
      <article className="velvet story">
        <div className="folds" aria-hidden="true" />
        {(story.video ?? story.image) && (
          <div className="story-stage">
            {story.video ? (
              <Video video={story.video} name={`Story von ${ad.name}`} {...coveringOf(frame)} />
            ) : (
              <Picture
                image={image}
                alt={`Story von ${ad.name}`}
                sizes="(min-width: 900px) 480px, 100vw"
                first
              />
            )}
          </div>
        )}
        <div className="story-b">
          <span className="tag-top">
            <Icon name="story" />
            Story
          </span>
          <h1 className="h1">{story.title || ad.name}</h1>
          <p className="v-muted">
            {[story.title && ad.name, placeOf(ad)].filter(Boolean).join(' · ')}
          </p>
          <p className="v-muted sm">Zu sehen bis {formatDateTime(new Date(story.until))} Uhr</p>
          <a className="btn btn-velvet btn-lg" href={`/inserat/${ad.id}`}>
            Weiter zum Inserat
          </a>
        </div>
      </article>
    </>
  );
}
