import { AppError } from '@samtrot/shared/kernel/errors.ts';
import { tidyLine } from '@samtrot/shared/kernel/text.ts';
import { RATINGS } from '@samtrot/shared/media/rules.ts';
import { websiteNameProblem, websiteUrlProblem } from '@samtrot/shared/partners/rules.ts';
import * as partners from '../modules/partners/service.ts';
import { type Command, Refusal, UsageError } from './command.ts';
import { ratingOf } from './media.ts';

export const websiteAdd: Command = {
  usage: 'website add NAME URL',
  summary: 'Nimmt eine Partner-Webseite auf; sie ist sofort eingeschaltet.',
  prepare([name, url]) {
    const problem = websiteNameProblem(tidyLine(name!));
    if (problem) throw new UsageError(`NAME: ${problem}`);
    if (websiteUrlProblem(url!.trim())) throw new UsageError('URL muss mit http:// oder https:// beginnen.');
    return {
      withDatabase: ({ transaction }) =>
        transaction(async (ctx) => {
          const website = await partners.addWebsite(ctx, { name: name!, url: url! });
          return {
            text: `Die Webseite ${website.name} ist aufgenommen. Ihren Schlüssel macht: website key "${website.name}"`,
            data: { id: website.id, name: website.name, url: website.url },
          };
        }),
    };
  },
};

export const websiteAccepts: Command = {
  usage: 'website accepts NAME RATING',
  summary: `Sagt, was eine Webseite höchstens zeigt: ${RATINGS.join(', ')}. Neue zeigen bis erotisch.`,
  prepare([name, word]) {
    const rating = ratingOf(word!);
    return {
      withDatabase: ({ transaction }) =>
        transaction(async (ctx) => {
          await partners.setAccepts(ctx, name!, rating).catch(unknown(name!));
          return { text: `${name} zeigt jetzt höchstens, was ${rating} ist.`, data: { name, accepts: rating } };
        }),
    };
  },
};

export const websiteKey: Command = {
  usage: 'website key NAME',
  summary: 'Macht einen weiteren Schlüssel für die Schnittstelle einer Webseite.',
  prepare: ([name]) => ({
    withDatabase: ({ transaction }) =>
      transaction(async (ctx) => {
        const key = await partners.issueKey(ctx, name!).catch(unknown(name!));
        return {
          text: `Schlüssel für ${name}: ${key}\nEr wird nur dieses eine Mal gezeigt. Frühere Schlüssel gelten weiter.`,
          data: { name, key },
        };
      }),
  }),
};

const unknown = (name: string) => (error: unknown) => {
  if (!(error instanceof AppError)) throw error;
  throw new Refusal(`Eine Webseite «${name}» gibt es nicht.`);
};
