import { MAX_VIDEO_BYTES } from '@samtrot/shared/media/rules.ts';
import { expect, test } from 'vitest';
import { moved } from '../../../../media/pictures/image-order.ts';
import { inOrder } from '../../../../media/pictures/in-order.ts';
import { storyLacks, withStoryTitle } from './story-rules.ts';
import { isTooLongForStory, sortOutVideos } from './video-check.ts';

const film = (name: string, size = 1) => ({ name, size });

test('a picture moves to its place, and beyond the ends to the ends [MED-13]', () => {
  expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
  expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
  expect(moved(['a', 'b', 'c'], 1, 9)).toEqual(['a', 'c', 'b']);
  expect(moved(['a', 'b', 'c'], 1, -1)).toEqual(['b', 'a', 'c']);
});

test('an order counts while these are still the same pictures [MED-13]', () => {
  const order = [3, 1, 2];
  const at = (item: number) => item;
  expect(inOrder([1, 2, 3], at, order)).toEqual([3, 1, 2]);
  expect(inOrder([1, 2], at, order)).toEqual([1, 2]);
  expect(inOrder([1, 2, 4], at, order)).toEqual([1, 2, 4]);
  expect(inOrder([1, 2], at, null)).toEqual([1, 2]);
});

test('every listed file extension is accepted in any case, others are named [MED-17]', () => {
  const names = ['a.mp4', 'b.MOV', 'c.wmv', 'd.avi', 'e.mkv', 'f.mpeg', 'g.m2v', 'h.mp2', 'i.mp3'];
  expect(
    sortOutVideos(
      names.map((name) => film(name)),
      0,
      20,
    ).accepted,
  ).toHaveLength(9);
  expect(sortOutVideos([film('j.webm')], 0, 2)).toEqual({
    accepted: [],
    messages: ['Dieses Format wird nicht angenommen. Nimm am besten MP4 oder MOV.'],
  });
});

test('size and number of videos beyond their limits are refused with a message [MED-18, MED-19, MED-20, CON-56, CON-57, CON-58, ERR-093, ERR-094]', () => {
  expect(sortOutVideos([film('a.mp4', MAX_VIDEO_BYTES)], 0, 2).messages).toEqual([]);
  expect(sortOutVideos([film('a.mp4', MAX_VIDEO_BYTES + 1)], 0, 2).messages).toEqual([
    'Ein oder mehrere Videos sind zu groß. Maximal 400MB pro Video erlaubt.',
  ]);
  expect(sortOutVideos([film('a.mp4')], 0, 0)).toEqual({
    accepted: [],
    messages: ['Du kannst maximal 0 Videos hochladen.'],
  });
  expect(sortOutVideos([film('a.mp4'), film('b.mp4')], 1, 2)).toEqual({
    accepted: [film('a.mp4')],
    messages: ['Du kannst maximal 2 Videos hochladen.'],
  });
});

test('a story may last 30 seconds, not 31; an unknown length is left to the server [MED-27, MED-28, CON-60]', () => {
  expect([null, 30, 30.4, 31].map(isTooLongForStory)).toEqual([false, false, false, true]);
});

test('a story lacks its title or its picture, and is none without a title [MED-23, MED-24, MED-30]', () => {
  const form = { story_posted: false, story_title: 'Heute am See' };
  expect(storyLacks(form, { media: true, images: 0 })).toBeNull();
  expect(storyLacks(form, { media: false, images: 1 })).toBeNull();
  expect(storyLacks(form, { media: false, images: 0 })).toBe(
    'Es braucht noch ein Bild oder Video.',
  );
  expect(storyLacks({ ...form, story_title: ' ' }, { media: false, images: 0 })).toBe(
    'Es braucht noch ein Bild oder Video und einen Titel.',
  );
  expect(withStoryTitle(' ')).toEqual({ story_title: ' ', story_posted: false });
  expect(withStoryTitle('Neu')).toEqual({ story_title: 'Neu' });
});
