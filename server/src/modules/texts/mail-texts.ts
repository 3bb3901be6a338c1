import { sentencesOf } from '@samtrot/shared/texts/mail-text-rules.ts';
import type { TextId } from '@samtrot/shared/texts/rules.ts';
import type { Database, Sql } from '../../platform/db.ts';
import type { MailTexts } from '../mail/service.ts';
import * as store from './store.ts';
import type { Values } from './values.ts';

const filled = (words: string, values: Values): string =>
  words.replace(/\{([a-z_]+)\}/g, (_, name: string) => String(values[name as keyof Values] ?? ''));

/**
 * What stands in every mail that is sent now; `instead` is a version that is looked at (BOF-130).
 */
export async function mailTexts(
  { db, now }: { db: Sql | Database; now: Date },
  values: Values,
  instead?: { text: TextId; content: string },
): Promise<MailTexts> {
  const contentOf = async (text: TextId) =>
    instead?.text === text ? instead.content : (await store.valid(db, text, now)).content;
  const sentences = sentencesOf(await contentOf('mail_sentences')) as MailTexts['sentences'];
  return {
    signature: filled(await contentOf('mail_signature'), values),
    sentences: {
      greeting: filled(sentences.greeting, values),
      not_you: filled(sentences.not_you, values),
      reply: filled(sentences.reply, values),
      button: filled(sentences.button, values),
    },
  };
}
