interface ModuleInfo {
  importers: readonly string[];
  dynamicImporters: readonly string[];
}
type InfoOf = (id: string) => ModuleInfo | null;

const REACT = /\/node_modules\/(react|react-dom|scheduler)\/|vite\/preload-helper/;
const DOCUMENT = /\/web\/src\/(landing|contact|auth|main|betrieb|partner)\.tsx?$/;
const PAGE = /\/web\/src\/(?:pages\/([a-z-]+)|betrieb\/(?:[a-z]+\/)?[a-z-]+-page)\.tsx$/;
/** The console of partner websites, which has much of the back office and is loaded whole. */
const CONSOLE = /\/web\/src\/partner\.tsx$/;
const HOUSE = /\/web\/src\/betrieb(\/|\.tsx$)/;
/** The first page of the back office. */
const OVERVIEW = /\/overview-page\.tsx$/;
/** Loads late and weighs more than the page that would load it. */
const HEAVY = /libphonenumber|shared\/src\/.*(phone|moderation\/(?!(review|signal)-rules))/;
/** Loaded beside an editor or right after it: what stands below its first screen. */
const LATE_PART =
  /\/features\/(?:inserate\/editor\/(editor-lower)-sections|clubs\/(club-lower)|banners\/(banner-later))\.tsx$/;
const LATE_NAMES = ['editor-lower', 'club-lower', 'banner-later'];
/** Loaded late by the editor of ads, and at once by the page of a placed ad. */
const PREVIEW = /\/features\/inserate\/preview\/preview-(panel|veil)\.tsx?$/;
/** Ways to log in, which the login loads right after it is drawn. */
const LOGIN_PART = /\/features\/auth\//;
const CONTACT = /\/web\/src\/contact\.tsx$/;
const LOGIN = /\/web\/src\/pages\/login\.tsx$/;
/** What these need is loaded by nearly everybody. */
const FIRST = /\/web\/src\/(auth|contact|main|pages\/login)\.tsx$/;
/** Pages that load nothing of what only others share with the back office. */
const LIGHT = /\/web\/src\/(main|betrieb|pages\/(home|editor|banner-wizard|club-form))\.tsx$/;
/** The file with the script that opens a document and with what several of its pages share. */
const OPENING: Record<string, string> = { auth: 'auth', main: 'portal', betrieb: 'house' };
/** Pages of one area, whose shared modules no page outside of it loads. */
const AREAS = {
  // With the page that placing ends on.
  editors: ['editor', 'banner-wizard', 'club-form', 'placed', ...LATE_NAMES],
  lateParts: LATE_NAMES,
  // Nothing of clubs and banners alone is loaded by others, nor of their editors by their lists.
  clubForm: ['club-form', 'club-lower'],
  clubs: ['clubs', 'club-form', 'club-lower'],
  bannerWizard: ['banner-wizard', 'banner-later'],
  banners: ['banner', 'banner-wizard', 'banner-later'],
  // With the questions that Home asks once something is pressed.
  lists: ['inserate', 'banner', 'clubs', 'home-question'],
  account: ['profil', 'sicherheit', 'support'],
  money: ['guthaben'],
  // What is read about the house, which the back office shares.
  reading: ['support', 'privacy', 'terms', 'imprint'],
  // Messages to the support, which visitors send, too.
  writing: ['support', 'thread'],
  // Placing ends on a page that shows the ad once more.
  preview: ['editor', 'placed'],
};

/**
 * The file for a module: null where it goes with the only page or late part that needs it. No
 * document loads what it never uses, and none loads the back office but its own.
 */
export function chunkOf(id: string, infoOf: InfoOf): string | null {
  if (REACT.test(id)) return 'base';
  if (PREVIEW.test(id)) return 'preview';
  const console = consoleChunkOf(id, infoOf);
  if (console) return console;
  // What the portal has is divided as if there were no console, which loads it as it is.
  const roots = rootsOf(id, infoOf).filter((root) => !CONSOLE.test(root));
  if (roots.length === 1) return OPENING[DOCUMENT.exec(roots[0]!)?.[1] ?? ''] ?? null;
  if (roots.length === 0 || HEAVY.test(id)) return null;
  const pages = roots.filter((root) => [DOCUMENT, PAGE, LATE_PART].some((one) => one.test(root)));
  const documents = documentsOf(id, infoOf).filter((name) => name !== 'partner');
  if (pages.length === 0 && !roots.every((root) => LOGIN_PART.test(root)))
    return documents.length === 1 ? `${documents[0]}-popups` : 'popups';
  switch (documents.join(' ')) {
    case 'main':
      return areaOf(portalPagesOf(roots));
    case 'betrieb':
      return pages.some((root) => DOCUMENT.test(root) || OVERVIEW.test(root))
        ? OPENING.betrieb!
        : 'house-parts';
    case 'auth':
      return loginChunkOf(roots);
    case 'betrieb main':
      if (within(AREAS.reading, portalPagesOf(roots))) return 'reading';
      return roots.every((root) => PAGE.test(root) && !LIGHT.test(root))
        ? 'inside-parts'
        : 'inside';
    case 'contact main':
    case 'betrieb contact main':
      return within(AREAS.writing, portalPagesOf(roots.filter((root) => !CONTACT.test(root))))
        ? 'contact-parts'
        : 'base';
    default:
      // The landing page needs a few lines of what others share, never React.
      return documents.includes('landing') ? 'landing' : 'base';
  }
}

/** What the console has alone, and what only the back office shares with it. */
function consoleChunkOf(id: string, infoOf: InfoOf): string | null {
  switch (documentsOf(id, infoOf).join(' ')) {
    case 'partner':
      return 'console';
    case 'betrieb partner':
      return HEAVY.test(id) ? null : 'desk';
    default:
      return null;
  }
}

/** Pages for a new password and the ways to log in load none of each other. */
function loginChunkOf(roots: readonly string[]): string {
  if (roots.every((root) => LOGIN_PART.test(root))) return 'login-parts';
  if (roots.every((root) => LOGIN_PART.test(root) || LOGIN.test(root))) return 'login-form';
  return roots.some((root) => FIRST.test(root)) ? OPENING.auth! : 'password-parts';
}

function areaOf(pages: readonly string[]): string {
  if (within(AREAS.lists, pages)) return 'lists';
  if (pages.includes('placed') && within(AREAS.preview, pages)) return 'preview';
  if (within(AREAS.reading, pages)) return 'texts';
  if (within(AREAS.account, pages)) return 'account';
  if (within(AREAS.money, pages)) return 'money';
  if (within(AREAS.lateParts, pages)) return 'editor-parts';
  if (within(AREAS.clubForm, pages)) return 'club-parts';
  if (within(AREAS.clubs, pages)) return 'club-things';
  if (within(AREAS.bannerWizard, pages)) return 'banner-parts';
  if (within(AREAS.banners, pages)) return 'banner-things';
  if (within(AREAS.editors, pages)) return 'editors';
  return isDrawnFirst(pages) ? OPENING.main! : 'pages';
}

/** What the frame or an editor loads unasked; what it does not is a file of the other pages. */
const isDrawnFirst = (pages: readonly string[]) =>
  ['', 'editor', 'banner-wizard', 'club-form', ...LATE_NAMES].some((name) => pages.includes(name));

const within = (area: readonly string[], pages: readonly string[]) =>
  pages.every((page) => area.includes(page));

const latePartOf = (root: string) => LATE_PART.exec(root)?.slice(1).find(Boolean);

/** The names of those that the portal loads; its document has an empty one. */
const portalPagesOf = (roots: readonly string[]): string[] =>
  roots
    .filter((root) => !HOUSE.test(root))
    .flatMap((root) =>
      DOCUMENT.test(root) ? '' : (PAGE.exec(root)?.[1] ?? latePartOf(root) ?? []),
    );

/** The modules that begin a file and need this one at once: documents, and what is loaded late. */
function rootsOf(id: string, infoOf: InfoOf): string[] {
  const all = above(id, (module) => infoOf(module)?.importers ?? []);
  return all.filter((module) => DOCUMENT.test(module) || infoOf(module)?.dynamicImporters.length);
}

/** The documents whose script loads the module, at once or later. */
function documentsOf(id: string, infoOf: InfoOf): string[] {
  const importersOf = (module: string) => {
    const info = infoOf(module);
    return [...(info?.importers ?? []), ...(info?.dynamicImporters ?? [])];
  };
  return above(id, importersOf)
    .flatMap((module) => DOCUMENT.exec(module)?.[1] ?? [])
    .sort();
}

function above(id: string, importersOf: (id: string) => readonly string[]): string[] {
  const seen = new Set([id]);
  for (const module of seen) for (const importer of importersOf(module)) seen.add(importer);
  return [...seen];
}
