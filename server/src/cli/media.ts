import { AppError } from '@samtrot/shared/kernel/errors.ts';
import { RATINGS, type Rating, SIMILAR_DISTANCE } from '@samtrot/shared/media/rules.ts';
import * as media from '../modules/media/service.ts';
import { wholeNumber } from './arguments.ts';
import { type Command, Refusal, UsageError } from './command.ts';

const MAX_ID = 1_000_000_000_000;

/** @throws UsageError */
export function ratingOf(value: string): Rating {
  const rating = RATINGS.find((known) => known === value);
  if (!rating) throw new UsageError(`RATING muss eines von ${RATINGS.join(', ')} sein.`);
  return rating;
}

export const mediaSimilar: Command = {
  usage: 'media similar ID [--distance N]',
  reads: true,
  summary: `Zeigt Bilder, die dem Bild mit dieser attachment_id gleichen; ohne --distance bis ${SIMILAR_DISTANCE} von 64.`,
  options: { distance: { type: 'string' } },
  prepare([typed], options) {
    const id = wholeNumber('ID', typed, 1, MAX_ID);
    const distance =
      options.distance === undefined
        ? SIMILAR_DISTANCE
        : wholeNumber('--distance', options.distance, 0, 64);
    return {
      withDatabase: ({ transaction }) =>
        transaction(async ({ db }) => {
          const found = await media
            .imagesLike(db, id, distance)
            .catch(missing(`Ein Bild ${id} mit Fingerabdruck`));
          const lines = found.map((image) => {
            const where =
              (image.inserat_id && `Inserat ${image.inserat_id}`) ??
              (image.banner_id ? `Banner ${image.banner_id}` : `Club ${image.club_id}`);
            return `${image.id}  Abstand ${image.distance}  Konto ${image.account_id}  ${where}`;
          });
          return {
            text: lines.join('\n') || `Kein anderes Bild gleicht dem Bild ${id}.`,
            data: { images: found },
          };
        }),
    };
  },
};

export const mediaRate: Command = {
  usage: 'media rate KIND ID RATING',
  right: 'review.decide',
  summary: `Stuft ein Bild (image) oder Video (video) ein, als ${RATINGS.join(', ')}; das Konto kann es nur noch strenger wählen.`,
  prepare([kind, typed, word]) {
    if (kind !== 'image' && kind !== 'video')
      throw new UsageError('KIND muss image oder video sein.');
    const id = wholeNumber('ID', typed, 1, MAX_ID);
    const rating = ratingOf(word!);
    return {
      withDatabase: ({ transaction }) =>
        transaction(async (ctx) => {
          await media
            .correctRating(ctx, { kind, id, rating })
            .catch(missing(`Ein ${kind === 'image' ? 'Bild' : 'Video'} ${id}`));
          return { text: `Eingestuft: ${kind} ${id} ist ${rating}.`, data: { kind, id, rating } };
        }),
    };
  },
};

const missing = (what: string) => (error: unknown) => {
  if (!(error instanceof AppError)) throw error;
  throw new Refusal(`${what} gibt es nicht.`);
};
