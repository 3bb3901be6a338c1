import type { EditorForm } from './editor-form.ts';

export type StoryForm = Pick<EditorForm, 'story' | 'storyTitle'>;

/** A story without its title is none any more (MED-30). */
export const withStoryTitle = (title: string): Partial<StoryForm> =>
  title.trim() === '' ? { storyTitle: title, story: false } : { storyTitle: title };

/** Nothing of it is left (MED-29, MED-31). */
export const WITHOUT_STORY: StoryForm = { story: false, storyTitle: '' };

/** What keeps the story from being posted, in words; null when nothing does (MED-23). Without media of its own it shows the main picture. */
export function storyLacks(
  { storyTitle }: StoryForm,
  { media, images }: { media: boolean; images: number },
): string | null {
  const lacking = [
    ...(media || images > 0 ? [] : ['ein Bild oder Video']),
    ...(storyTitle.trim() === '' ? ['einen Titel'] : []),
  ];
  return lacking.length === 0 ? null : `Es braucht noch ${lacking.join(' und ')}.`;
}
