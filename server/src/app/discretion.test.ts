import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MESSAGE_PAGES, MESSAGE_TEXTS } from '@samtrot/shared/device-messages/rules.ts';
import { nonEmpty } from '@samtrot/shared/testing/non-empty.ts';
import { PURPOSE } from '@samtrot/shared/topups/rules.ts';
import { expect, test } from 'vitest';
import { qrText, slipData } from '../adapters/payments/bank/slip.ts';

const ROOT = join(import.meta.dirname, '../../..');
/** Words that name the trade, or what only it offers, in the languages of the country. */
const TRADE =
  /erot|sex|escort|begleit(service|agentur|ung|dame)|prostitu|hure|hobbyhure|nutte|dirne|callgirl|callboy|bordell|puff|laufhaus|rotlicht|milieu|freier|domina|fetisch|bdsm|swinger|porn|nackt|orgas|sinnlich|lust|intim|liebesdienst|massage|girl|hostess|dame|kontaktanzeige|salon|studio|kurtisane|escorte|putain|accompagn|18\s*\+|ab 18|erwachsen|adult|adulte/i;

const sources = (...patterns: string[]) =>
  patterns
    .flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
    .filter((file) => !/\.test\.tsx?$|\/(dist|node_modules|testing)\//.test(file))
    .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }));
const SERVER = sources('server/src/**/*.ts');
const WEB = sources('web/src/**/*.ts', 'web/src/**/*.tsx');
const found = (among: readonly { text: string }[], pattern: RegExp) =>
  among.flatMap(({ text }) => [...text.matchAll(pattern)].map((match) => match.at(-1)!));

/** Every text of this kind; `unread` are places whose text is not a literal and not known here. */
interface Collection {
  texts: string[];
  unread: string[];
}

/** Titles that are no literal where they are set, with the files that hold their texts. */
const TITLES: Record<string, RegExp> = {
  'web/src/pages/club-form.tsx': /<OneClub [^>]*title="([^"]+)"/g,
  'web/src/pages/mailed-link.tsx': /<MailedLinkPage [^>]*title="([^"]+)"/g,
  'web/src/pages/not-me.tsx': /TITLE = '([^']+)'/g,
  'web/src/betrieb/money/money-frame.tsx': /label: '(.*?)', path/g,
  'web/src/pages/delivery-receipts.tsx': /useTitle\(`(Wo) /g,
  'web/src/features/legal/legal-page.tsx': /useTitle\(title\)/g,
  'web/src/betrieb/overview/overview-page.tsx': /[?:] [`'](.*?)[`']\);/g,
  'web/src/betrieb/reports/reports-page.tsx': /[?:] [`'](.*?)[`']\);/g,
  'web/src/betrieb/invitation-page.tsx': /^ {2}\w+: '([^']+)',$/gm,
  'web/src/betrieb/login-page.tsx': /[?:] '([^']+)'/g,
};

function pageTitles(): Collection {
  const set = WEB.flatMap(({ file, text }) =>
    [...text.matchAll(/\buse(?:House|Console)?Title\((?!title: string)(.*?)\);/g)].map(
      ([, title]) => ({
        file,
        title: title!,
      }),
    ),
  );
  const literal = set.flatMap(({ title }) => /^'(.*)'$/.exec(title)?.[1] ?? []);
  const pages = sources('web/*.html');
  const loginPages = sources('server/src/app/pages.ts');
  return {
    texts: [
      ...nonEmpty(literal),
      ...WEB.flatMap(({ file, text }) => {
        const form = TITLES[file];
        return form ? [...text.matchAll(form)].map((match) => match.at(-1)!) : [];
      }),
      ...nonEmpty(found(sources('web/src/pages/*.tsx'), /<LegalPage [^>]*title="(.*?)"/g)),
      ...nonEmpty(found(sources('web/src/lib/format/item-kinds.ts'), /your: '(.*?)'/g)),
      ...nonEmpty(found(pages, /<title>(.*?)<\/title>/g)),
      ...nonEmpty(found(loginPages, /title: '(.*?)'/g)),
      ...nonEmpty(found(SERVER, /<title>([^$<]*)<\/title>/g)),
      ...nonEmpty(found(SERVER, /FRAME_TITLE = '(.*?)'/g)),
    ],
    unread: set
      .filter(({ file, title }) => !/^'.*'$/.test(title) && !TITLES[file])
      .map(({ file }) => file),
  };
}

function fileNames(): Collection {
  const headers = SERVER.filter(({ text }) => /content-disposition'/.test(text)).map(
    ({ file }) => file,
  );
  const known = [
    'server/src/adapters/payments/bank/routes.ts',
    'server/src/modules/data-export/send.ts',
    'server/src/modules/documents/routes.ts',
    // Takes the name away from what failed.
    'server/src/app/failures.ts',
    // The name that its sender gave a file.
    'server/src/modules/support/routes.ts',
    // Its names are those that the calls answer.
    'web/src/betrieb/save-file.ts',
  ];
  return {
    texts: [
      ...nonEmpty(found(SERVER, /filename="([^"$]+)"/g)),
      ...nonEmpty(found(SERVER, /fileHeaders\(reply, '(.*?)'/g)),
      ...nonEmpty(
        found(SERVER, /FILE_NAMES = \{([^}]*)\}/g).flatMap((names) =>
          [...names.matchAll(/'(.*?)'/g)].map(([, name]) => name!),
        ),
      ),
      ...nonEmpty(found(SERVER, /name: '([\w-]+\.(?:txt|pdf|csv|xml|zip|json))'/g)),
      ...nonEmpty(found(SERVER, /name(?::| =) `([\w-]+)\$\{[^`]*\.(?:csv|\$\{format\})`/g)),
      ...nonEmpty(found(WEB, /\|\| '(\w+)'\}\.jpg/g)),
    ],
    unread: [
      ...[
        ...headers,
        ...WEB.filter(({ text }) => /\bdownload=|\.download = /.test(text)).map(({ file }) => file),
      ].filter((file) => !known.includes(file)),
    ],
  };
}

function mailSubjects(): Collection {
  const templates = SERVER.filter(({ file }) => file.endsWith('mail-templates.ts'));
  const subjects = nonEmpty(templates).map(({ file, text }) => ({
    file,
    literal: [...text.matchAll(/subject: (['`])(.*?)\1/g)].map((match) => match.at(-1)!),
    letters: text.match(/\bparagraphs: /g)!.length,
  }));
  return {
    texts: [
      ...subjects.flatMap(({ literal }) => literal),
      ...nonEmpty(found(SERVER, /MAIL_FROM: z\.string\(\)\.default\('(.*?)'\)/g)),
    ],
    unread: subjects
      .filter(({ literal, letters }) => literal.length !== letters)
      .map(({ file }) => file),
  };
}

function bankTexts(): Collection {
  const creditor = {
    name: 'Haus AG',
    account: 'CH9300762011623852957',
    address: 'Weg',
    zip: '8000',
    city: 'Zürich',
    country: 'CH',
  };
  const slip = { creditor, reference: 'RF18539007547034', amount: 5000 } as Parameters<
    typeof slipData
  >[0];
  return {
    texts: [
      slipData(slip).message!,
      qrText(slip),
      // What providers show on their page and put on the statement of a card.
      ...nonEmpty(
        found(sources('server/src/modules/topups/settlement.ts'), /description: [`'](.*?)[`']/g),
      ).map((text) => text.replace(/\$\{PURPOSE\}/, PURPOSE)),
      ...nonEmpty(
        found(sources('server/src/adapters/payments/**/*.ts'), /pdfOf\(\{ title: '(.*?)'/g),
      ),
      ...found(sources('server/src/adapters/payments/**/*.ts'), /purpose: [`'](.*?)[`']/g),
      ...found(
        sources('server/src/adapters/payments/**/*.ts'),
        /(?:statementDescriptor|softDescriptor|dynamicDescriptor): [`'](.*?)[`']/g,
      ),
    ],
    unread: [],
  };
}

/** The worker alone shows messages, and only those that `readMessage` takes. */
const pushMessages = (): Collection => ({
  texts: [
    ...Object.values(MESSAGE_TEXTS),
    ...MESSAGE_PAGES,
    ...nonEmpty(found(SERVER, /APP_NAME: z\.string\(\).*default\('(.*?)'\)/g)),
  ],
  unread: WEB.filter(({ file, text }) =>
    file === 'web/src/service-worker.ts'
      ? text.match(/showNotification/g)?.length !== 1 ||
        !/readMessage\(jsonOf\(event\)\)/.test(text)
      : /showNotification|new Notification\(/.test(text),
  ).map(({ file }) => file),
});

test('messages to devices name no number, price or picture [EXP-115]', () => {
  expect(Object.values(MESSAGE_TEXTS)).toEqual([
    'Eine Laufzeit endet heute.',
    'Eine Prüfung ist abgeschlossen.',
    'Du hast eine Antwort.',
  ]);
  expect([...Object.values(MESSAGE_TEXTS), ...MESSAGE_PAGES].join(' ')).not.toMatch(
    /\d|CHF|Credit/,
  );
});

test.each([
  ['page titles', pageTitles, 30],
  ['file names', fileNames, 6],
  ['mail subjects', mailSubjects, 20],
  ['bank texts', bankTexts, 4],
  ['push messages', pushMessages, 8],
])('%s do not name the trade, and all of them were read [ACC-62]', (_kind, collect, least) => {
  const { texts, unread } = collect();
  expect(unread).toEqual([]);
  expect(texts.length).toBeGreaterThanOrEqual(least);
  expect(texts.filter((text) => TRADE.test(text))).toEqual([]);
});

test('banks and providers read the purpose that the landing page names [ACC-62, EXP-113]', () => {
  const { texts } = bankTexts();
  expect(texts).toContain(PURPOSE);
  expect(nonEmpty(texts.filter((text) => text.includes('formatCredits')))).toEqual([
    expect.stringMatching(new RegExp(`^${PURPOSE} `)),
  ]);
  const page = readFileSync(join(ROOT, 'web/src/features/landing/faq.tsx'), 'utf8');
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the source of the page
  expect(page).toContain('Als Zweck geben wir «${PURPOSE}» an');
});

test.each(['Erotik in Zürich', 'Escort', 'Deine Begleitagentur', 'sexkontakte.pdf', 'Nur 18+'])(
  'the list finds %j [ACC-62]',
  (text) => {
    expect(text).toMatch(TRADE);
  },
);
