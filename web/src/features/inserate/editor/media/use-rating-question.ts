import type { ImageSource } from '@samtrot/shared/media/contract.ts';
import type { Rating } from '@samtrot/shared/media/rules.ts';
import { useRef, useState } from 'react';

/** Nobody has said what a picture shows; it waits. */
export class NotRated extends Error {}

/**
 * What the next picture of an ad shows: the last choice, or the answer to a question that the first
 * one asks once (EXP-54).
 */
export function useRatingQuestion(saved: readonly ImageSource[], onAnswered: () => void) {
  const last = useRef<Rating | null>(null);
  const question = useRef<PromiseWithResolvers<Rating> | null>(null);
  const declined = useRef(false);
  const [asking, setAsking] = useState(false);
  const newest = saved.reduce<ImageSource | null>(
    (found, image) => (found && found.attachment_id > image.attachment_id ? found : image),
    null,
  );
  const known = last.current ?? newest?.rating ?? null;
  const end = () => {
    setAsking(false);
    const open = question.current;
    question.current = null;
    return open;
  };
  return {
    known,
    asking,
    /** @throws NotRated when the question is closed without an answer, until `askAgain` */
    next: async (): Promise<Rating> => {
      const rating = last.current ?? known;
      if (rating) return rating;
      if (declined.current) throw new NotRated();
      question.current ??= Promise.withResolvers<Rating>();
      setAsking(true);
      return question.current.promise;
    },
    askAgain: () => {
      declined.current = false;
    },
    choose: (rating: Rating) => {
      last.current = rating;
    },
    answer: (rating: Rating) => {
      last.current = rating;
      end()?.resolve(rating);
      onAnswered();
    },
    dismiss: () => {
      declined.current = true;
      end()?.reject(new NotRated());
    },
  };
}
