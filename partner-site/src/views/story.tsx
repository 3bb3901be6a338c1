import type { DeliveredAd } from '@samtrot/shared/delivery/contract.ts';
import { Icon } from './icons.tsx';
import { Picture } from './picture.tsx';

/** The stories of a page in a row above the list: pictures with a ring, each leading to its ad. */
export function StoryRow({ ads }: { ads: DeliveredAd[] }) {
  const told = ads.flatMap((ad) => (ad.story ? [{ ad, story: ad.story }] : []));
  if (told.length === 0) return null;
  return (
    <nav className="stories" aria-label="Storys">
      <ul>
        {told.map(({ ad, story }) => (
          <li key={ad.id}>
            <a href={`/inserat/${ad.id}`}>
              <span className="story-ph">
                <Picture image={ad.images[0]} alt="" sizes="84px" />
                <Icon name="story" />
              </span>
              <span className="story-n">{ad.name}</span>
              <span className="sr">: {story.title || 'Story'}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export function StoryMark({ title }: { title: string }) {
  return (
    <span className="tag-story">
      <Icon name="story" />
      {title || 'Story'}
    </span>
  );
}
