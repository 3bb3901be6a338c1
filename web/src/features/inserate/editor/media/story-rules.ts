import type { InseratContent } from '@samtrot/shared/inserate/contract.ts';

export type StoryForm = Pick<InseratContent, 'story_posted' | 'story_title'>;

/** A story without its title is none any more (MED-30). */
export const withStoryTitle = (title: string): Partial<StoryForm> =>
  title.trim() === '' ? { story_title: title, story_posted: false } : { story_title: title };

/** Nothing of it is left (MED-29, MED-31). */
export const WITHOUT_STORY: StoryForm = { story_posted: false, story_title: '' };

/**
 * Why the story cannot be posted; null when it can (MED-23). Without media
 * of its own it shows the main picture.
 */
export function storyLacks(
  { story_title }: StoryForm,
  { media, images }: { media: boolean; images: number },
): string | null {
  const lacking = [
    ...(media || images > 0 ? [] : ['ein Bild oder Video']),
    ...(story_title.trim() === '' ? ['einen Titel'] : []),
  ];
  return lacking.length === 0 ? null : `Es braucht noch ${lacking.join(' und ')}.`;
}
