import { BANNER_TYPE_IDS, BANNER_TYPES } from '@samtrot/shared/banners/rules.ts';
import { AppError } from '@samtrot/shared/kernel/errors.ts';
import { tidyLine } from '@samtrot/shared/kernel/text.ts';
import { RATINGS } from '@samtrot/shared/media/rules.ts';
import { keyNameProblem } from '@samtrot/shared/partners/desk-rules.ts';
import {
  websiteLinkProblem,
  websiteNameProblem,
  websiteUrlProblem,
} from '@samtrot/shared/partners/rules.ts';
import { embedSnippet } from '../modules/delivery/service.ts';
import * as desk from '../modules/partner-desk/service.ts';
import * as partners from '../modules/partners/service.ts';
import { type Command, Refusal, UsageError } from './command.ts';
import { ratingOf } from './media.ts';

export const websiteAdd: Command = {
  usage: 'website add NAME URL',
  right: 'partner.manage',
  summary: 'Nimmt eine Partner-Webseite auf; sie ist sofort eingeschaltet.',
  prepare([name, url]) {
    const problem = websiteNameProblem(tidyLine(name!));
    if (problem) throw new UsageError(`NAME: ${problem}`);
    if (websiteUrlProblem(url!.trim()))
      throw new UsageError('URL muss mit http:// oder https:// beginnen.');
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

export const websiteKey: Command = {
  usage: 'website key NAME [KEY]',
  right: 'partner.key',
  summary:
    'Macht einen weiteren Schlüssel für die Schnittstelle einer Webseite; KEY ist, wofür er ist.',
  prepare([name, typed]) {
    const called = typed === undefined ? undefined : tidyLine(typed);
    const problem = called === undefined ? null : keyNameProblem(called);
    if (problem) throw new UsageError(`KEY: ${problem}`);
    return {
      withDatabase: ({ transaction }) =>
        transaction(async (ctx) => {
          const website_id = await orRefuse(name!, () => partners.idOf(ctx.db, name!));
          const known = await partners.keysOf(ctx.db, website_id, ctx.now);
          const wish = { website_id, name: called ?? freeName(known.map((one) => one.name)) };
          const key = await desk.issueKey(ctx, wish);
          return {
            text: `Schlüssel «${wish.name}» für ${name}: ${key}\nEr wird nur dieses eine Mal gezeigt. Frühere Schlüssel gelten weiter.`,
            data: { name, key, key_name: wish.name },
          };
        }),
    };
  },
};

/** Of a key that nobody has named. */
function freeName(taken: readonly string[]): string {
  let name = 'Kommandozeile';
  for (let n = 2; taken.includes(name); n++) name = `Kommandozeile ${n}`;
  return name;
}

export const websiteAccepts: Command = {
  usage: 'website accepts NAME [RATING]',
  right: 'partner.manage',
  summary: `Sagt, was eine Webseite höchstens zeigt, oder legt es fest: ${RATINGS.join(', ')}. Neue zeigen bis erotisch.`,
  prepare([name, text]) {
    const rating = text === undefined ? undefined : ratingOf(text);
    return {
      withDatabase: ({ transaction }) =>
        transaction(async (ctx) => {
          const accepts = await orRefuse(name!, async () => {
            if (rating) await partners.setAccepts(ctx, name!, rating);
            return rating ?? (await partners.acceptsOf(ctx.db, name!));
          });
          return {
            text: `${name} bekommt Bilder und Videos bis und mit «${accepts}».`,
            data: { name, accepts },
          };
        }),
    };
  },
};

const LINKED = { inserat: 'Inserats', club: 'Clubs' } as const;

export const websiteLink: Command = {
  usage: 'website link NAME KIND [URL]',
  right: 'partner.manage',
  summary:
    'Sagt, wo ein Inserat (inserat) oder ein Club (club) auf der Webseite steht, oder legt es fest: mit {id} in der URL, auf ihrer Adresse und dort versucht; leer entfernt.',
  prepare([name, kind, text]) {
    if (kind !== 'inserat' && kind !== 'club')
      throw new UsageError('KIND muss inserat oder club sein.');
    const url = text?.trim();
    const problem = url ? websiteLinkProblem(url) : null;
    if (problem) throw new UsageError(`URL: ${problem}`);
    return {
      async withDatabase({ config, transaction }) {
        const link = await orRefuse(name!, async () => {
          if (url === undefined) return transaction(({ db }) => partners.linkOf(db, name!, kind));
          const website_id = await transaction(({ db }) => partners.idOf(db, name!));
          const wanted = { website_id, kind, link: url || null } as const;
          const sample = await transaction((ctx) => desk.sampleOf(ctx, wanted));
          if (sample) await desk.tryLink(sample, config);
          await transaction((ctx) => desk.setLink(ctx, wanted));
          return wanted.link;
        });
        const where = link === null ? 'ist nicht bekannt' : `ist ${link}`;
        return {
          text: `Die Adresse eines ${LINKED[kind]} auf ${name} ${where}.`,
          data: { name, kind, url: link },
        };
      },
    };
  },
};

export const websiteEmbed: Command = {
  usage: 'website embed NAME',
  reads: true,
  summary:
    'Zeigt, was eine Webseite einsetzt, damit dort Banner erscheinen: je Platz ein Stück HTML.',
  prepare: ([name]) => ({
    withDatabase: ({ config, transaction }) =>
      transaction(async ({ db }) => {
        const id = await orRefuse(name!, () => partners.publicIdOf(db, name!));
        const snippets = Object.fromEntries(
          BANNER_TYPE_IDS.map((slot) => [slot, embedSnippet(config.publicUrl, id, slot)]),
        );
        const parts = BANNER_TYPE_IDS.map((slot) => {
          const { name: type, description } = BANNER_TYPES[slot];
          return `${slot} ${type}: ${description}\n${snippets[slot]}`;
        });
        return { text: parts.join('\n\n'), data: { name, snippets } };
      }),
  }),
};

/** Runs the operation; an unknown name becomes a message to the operator. */
export const orRefuse = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  work().catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'NOT_FOUND')
      throw new Refusal(`Eine Webseite «${name}» gibt es nicht.`);
    throw error;
  });
