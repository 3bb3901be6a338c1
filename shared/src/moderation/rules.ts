/**
 * The offers that the warning banner of the editor forbids (INS-51, decisions section 5): sex
 * without condom, and "AO". Found in German and in the other languages of the country, also when
 * spelled to hide; a text that refuses them is no offer.
 */
export function offersForbidden(text: string): boolean {
  const words = split(text);
  return words.some((_, at) => {
    const length = phraseAt(words, at);
    return length > 0 && !isRefused(words, at, length);
  });
}

export const FORBIDDEN_OFFER_TEXT =
  'Angebote ohne Kondom und AO sind nicht erlaubt. Ein Inserat damit wird nicht veröffentlicht. Bitte ändere diesen Text.';

/** Message for a forbidden text, or null; `phraseProblem` checks the phrases of the house. */
export const forbiddenProblem = (
  text: string,
  phraseProblem?: (text: string) => string | null,
): string | null =>
  offersForbidden(text) ? FORBIDDEN_OFFER_TEXT : (phraseProblem?.(text) ?? null);

export interface Word {
  /** Folded: small letters, no accents, no doubled letters, look-alikes replaced. */
  text: string;
  /** A comma or the end of a sentence stands before it. */
  afterPause: boolean;
  /** The end of a sentence stands before it. */
  afterStop: boolean;
}

/** A word as a pattern, also when it is torn apart: "kon dom". */
const torn = (word: string) => [...word].map((letter) => `${letter}(?: ?${letter})*`).join(' ?');
const any = (...words: string[]) => `(?:${words.join('|')})`;

const WITHOUT = any(
  torn('ohne'),
  torn('ohni'),
  'ohn(?:ae)?',
  'oni',
  'without',
  'sans',
  'senza',
  'sin',
  'sem',
  'fara',
);
const ARTICLES = `(?:${any('eine?[ns]?', 'es', 'a', 'any', 'une?', 'un[ao]?', 'de[nm]', 'das', 'jede[ns]', 'jeglich\\w\\w', 'la?estigen?s?')} )*`;
// biome-ignore format: one look; a letter may be starred out
const CONDOM = any(
  'k ?o? ?n ?d ?o? ?h? ?m\\w{0,2}', 'kondon', 'g ?u? ?m(?: ?m)* ?i[ns]?', 'condom\\w?', `${torn('praeservativ')}\\w{0,2}`, 'praeser',
  'preservati[vf]\\w{0,2}', 'prezervativ\\w?', 'pariser', 'verhueterli\\w?', 'verhueli\\w?', 'verhuetung\\w{0,12}', 'ueberzieher',
  'ruber', 'capote\\w?', 'condon\\w{0,2}', 'goma', 'profilatic\\w', 'camisinha',
);
const PROTECTION = `${any('schutz', 'protection', 'protezione', 'protecion')}(?! ${any('vor', 'gegen', 'fuer', 'from|against', 'sola\\w+', 'contr\\w', 'd[aei]l?', 'des')} )`;
const ACT = any(
  'sex[eo]?',
  'seso',
  'gv',
  '(?:geschlechts)?verkehr',
  'akt',
  'raport[os]?',
  'intercourse',
);
const UNPROTECTED = any('ungeschuetzt\\w{0,2}', 'unprotected');
const NOT = any('keine?[ns]?', 'keis', 'nicht', 'nid', 'noed', 'not', 'pas', 'non?');
// Without its doubled letters, like every word.
const NEEDED = any(
  ...[
    'noetig',
    'notwendig',
    'erforderlich',
    'mus',
    'pflicht',
    'sein',
    'zwang',
    'required',
    'nec?es[as]\\w+',
  ],
  ...['neded', 'obligatoire', 'obligatorio'],
);
const OPTIONAL = any('optional', 'freiwilig', 'facultatif', 'facoltativo', 'opcional');

// What may stand between the thing and its leaving away, none of which refuses it.
const WILLING = `(?:${any('auf (?:wunsch|anfrage)', 'gerne?', 'auch', 'mal', 'kan', 'darf', 'koenen', 'wir', 'ich', 'man', 'du', 'wird')} )*`;
const NEED = any('brauch\\w{0,3}', 'bruch\\w{0,3}', 'benoetig\\w{0,2}');
const BRINGING = '(?! (?:\\w+ ){0,2}(?:zu ?)?(?:mit|dabei|kauf|besorg)\\w*)';
const NOBODY = `(?:${any('wir', 'ich', 'man', 'mer', 'du', 'es', 's', 'sie', 'bei mir', 'bei uns')} )*`;

/** Patterns over the words of a clause, one blank after each word; `.` ends it. */
const OFFERS = [
  // Ao Nang and Phang are places, the áo dài is a dress, and a foundation has the name.
  `ao(?:service|sex|gv|verkehr|party|date|girl|lady)?(?! ${any('nang', 'phang', 'yai', 'dai', 'foundation', 'stiftung')} )`,
  '(?:kondom|gumi)(?:los|frei)\\w{0,2}',
  any('condomles', 'bare ?bac?k\\w{0,3}'),
  // Its short form has lost a doubled letter like every word.
  any('bfs', 'raw sex', 'a pelo', `${ACT} blank`, `blank\\w{0,2} ${ACT}`),
  `${WITHOUT} ${ARTICLES}${any(CONDOM, PROTECTION)}`,
  'ohn[ei](?:kondom|gumi)\\w*',
  // "… ohne." with nothing behind it that could be left out instead.
  `${any('ale?s?', 'tout', 'tuto', 'todo', ACT)} (?:mit (?:oder|und) )?${WITHOUT}(?= \\.)`,
  `${UNPROTECTED} ${any(ACT, 'verkehren', 'moeglich', 'spas', 'service', 'lieben?')}`,
  `${ACT} ${UNPROTECTED}`,
  `${ACT} ${NOT} ${any('geschuetzt', 'protected', 'protege\\w*', 'protet[oi]', 'protegido')}`,
  `${CONDOM} ${any(OPTIONAL, `(?:ist |is |est |es |mus )?${NOT} ${NEEDED}`)}`,
  any(`no condom\\w?`, `${NOT} ${CONDOM}${any(` ${NEEDED}`, '(?= \\.)')}`),
  `verzicht\\w? auf ${ARTICLES}${CONDOM}`,
  `auf ${ARTICLES}${CONDOM} verzicht\\w*`,
  `${CONDOM} ${WILLING}(?:zu )?weg(?:zu|e)?las\\w*`,
  `las\\w* ${WILLING}${ARTICLES}${CONDOM} ${WILLING}weg`,
  `${CONDOM} las\\w* ${WILLING}weg`,
  // Who need not bring one finds one there.
  `${CONDOM} ${NEED} ${NOBODY}${NOT}${BRINGING}`,
  `${NEED} ${NOBODY}${NOT} ${CONDOM}${BRINGING}`,
  `${any('gv', 'verkehr')} ${any('pur', 'natur')}`,
  `${CONDOM} nur auf wunsch`,
  `${any('don t', 'dont', 'do not', 'never')} ${any('ned', 'use')} (?:an?y? )?${CONDOM}`,
  `${any('pas besoin de', 'utilis\\w* pas de', 'non serve(?: il)?', 'non us\\w+(?: il)?', 'no hace falta', 'no us\\w+')} ${CONDOM}`,
].map((pattern) => new RegExp(`^${pattern}(?= )`));
/** "Gerne auch mal ohne.": only where nothing else is named that could be left out. */
const NOW_AND_THEN = new RegExp(`^gerne? (?:auch )?mal ${WITHOUT} \\. $`);
const SOMETHING_ELSE = new RegExp(`^(?:trag\\w* |mit (?!${ARTICLES}${CONDOM} ))`);
/** No pattern looks at more words. */
const LONGEST = 10;

/** How many words of a forbidden offer stand here; 0 when there is none. */
function phraseAt(words: Word[], at: number): number {
  let end = at + 1;
  while (end < words.length && end < at + LONGEST && !words[end]!.afterPause) end++;
  const ends = end === words.length || words[end]!.afterPause;
  const clause = `${textOf(words.slice(at, end))}${ends ? '. ' : ''}`;
  const found = OFFERS.map((offer) => offer.exec(clause)?.[0]).find((match) => match !== undefined);
  if (found !== undefined) return found.split(' ').length;
  return NOW_AND_THEN.test(clause) && !namesSomethingElse(words, at) ? end - at : 0;
}

const textOf = (words: Word[]) => words.map(({ text }) => `${text} `).join('');

/** "Massage mit Öl, gerne auch mal ohne." */
function namesSomethingElse(words: Word[], before: number): boolean {
  for (let at = before - 1; at >= 0 && before - at <= LONGEST && !words[at + 1]!.afterStop; at--)
    if (SOMETHING_ELSE.test(textOf(words.slice(at, before)))) return true;
  return false;
}

const NEGATION =
  /^(nie|niemals|nicht|nichts|nid|nod|noed|kein|keine|keinen|keiner|keinem|keinerlei|keinesfals|nein|weder|never|not|no|none|jamais|pas|aucun|mai|non|nesuno|nunca|tabu|tabus|nogo|nogos|verboten|ausgeschlosen|unmoeglich|abgelehnt|lehnen?|ablehne|zwecklos|sinlos|nix|nuet|rien|niente|nada|nothing|unerwuenscht|falsch|blockier\w*|ignorier\w*)$/;
/** What turns a negation around: "kein Problem", "nicht nur", "nicht verboten". */
const NO_OBSTACLE =
  /^(problem|probleme|frage|thema|aufpreis|aufschlag|sorge|sorgen|nur|dagegen|tabu|tabus|verboten|teuer|mus|hindernis|hemungen|scheu|grenzen|ausgeschlosen|unmoeglich|schlim|angst|limit|limits|only|problema|falsch)$/;
/** Between a negation and its object: "pas de problème", "nicht das Problem", "für mich kein". */
const FILLER =
  /^(de|hay|eine?|das|der|die|so|ein|un|hier|fuer|mich|mir|bei|uns|wirklich|echt|gros\w*)$/;
const AFFIRMATION = /^(moeglich|gern|gerne|anfrage|aufpreis|ok|okay|ja|yes|inklusive|geht|auch)$/;
const REACH = 5;

/**
 * Whether a negation stands near it in the same sentence: who refuses an offer does not make it.
 */
export function isRefused(words: Word[], at: number, length: number): boolean {
  const affirmed = words
    .slice(at + length, at + length + 3)
    .some(({ text }) => AFFIRMATION.test(text));
  for (let before = at - 1, steps = 0; before >= 0 && steps < REACH; before--, steps++) {
    const { afterStop, afterPause } = words[before + 1]!;
    // "Kein Stress, AO möglich": beyond a comma or an "und" the negation may mean something else.
    const joins = /^(und|and|et|aber)$/.test(words[before]!.text);
    if (afterStop || ((afterPause || joins) && affirmed)) break;
    if (negates(words, before)) return true;
  }
  for (
    let behind = at + length, steps = 0;
    behind < words.length && steps < REACH;
    behind++, steps++
  ) {
    if (words[behind]!.afterStop) break;
    if (negates(words, behind)) return true;
  }
  return false;
}

function negates(words: Word[], at: number): boolean {
  if (!NEGATION.test(words[at]!.text)) return false;
  let next = at + 1;
  while (next <= at + 4 && !words[next]?.afterPause && FILLER.test(words[next]?.text ?? '')) next++;
  if (NO_OBSTACLE.test(words[next]?.text ?? '') && !(next > at + 1 && words[next]!.afterPause))
    return false;
  const before = words[at - 1]?.text ?? '';
  if (/^(warum|wieso|weshalb|why|pourquoi)$/.test(before)) return false;
  return !(NO_OBSTACLE.test(words[at]!.text) && NEGATION.test(before));
}

// biome-ignore format: one look
const LOOK_ALIKES: Record<string, string> = {
  а: 'a', в: 'b', е: 'e', о: 'o', к: 'k', м: 'm', н: 'h', т: 't', с: 'c', р: 'p', у: 'y', х: 'x', і: 'i', ѕ: 's', д: 'd',
  α: 'a', ε: 'e', ι: 'i', κ: 'k', μ: 'm', ν: 'v', η: 'n', ο: 'o', τ: 't', '🅰': 'a', '🅾': 'o',
  '@': 'a', '0': 'o', '1': 'i', '3': 'e', '4': 'a', $: 's', ß: 'ss', ä: 'ae', ö: 'oe', ü: 'ue', ø: 'o',
};

/** Small letters without accents; digits stand for letters only beside letters: 40 is an age. */
const fold = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{DI}]/gu, '')
    .toLowerCase()
    .normalize('NFC')
    .replace(/[^\s.,;:!?()\-_*/|·~"']+/gu, (token) =>
      /[\p{L}🅰🅾]/u.test(token)
        ? [...token]
            .map((char) => LOOK_ALIKES[char] ?? char.normalize('NFD').replace(/\p{M}/gu, ''))
            .join('')
        : token,
    );

/** What has the name A0 and is none of it: a blood group, a size of paper. */
const A0 =
  /(?<=(?:blutgruppe|format|din|plakate?|poster|plotter|grösse|groesse)(?:\s+(?:ist|in|im))?[:\s-]{1,3})a0(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])a0(?=[\s-](?:plakat|poster|format|plotter|rhesus|positiv|negativ))/giu;

export function split(text: string): Word[] {
  const folded = fold(text.replace(A0, ''))
    .replace(/(?<![\p{L}\p{N}])w\/o(?![\p{L}\p{N}])/gu, 'without')
    // "A.O.", "o h n e": single letters with light separators between them are one word.
    .replace(/(?<![\p{L}\p{N}])\p{L}(?:[\s.\-_*/|·~]{1,3}\p{L}(?![\p{L}\p{N}]))+/gu, (letters) =>
      letters.replace(/[^\p{L}]/gu, ''),
    );
  const words: Word[] = [];
  let end = 0;
  for (const match of folded.matchAll(/[\p{L}\p{N}]+/gu)) {
    const between = folded.slice(end, match.index);
    end = match.index + match[0].length;
    words.push({
      text: match[0].replace(/(.)\1+/gu, '$1'),
      afterPause: /[,;:!?()]|\.\s/.test(between),
      afterStop: /[!;\n]|\.\s/.test(between),
    });
  }
  return words;
}
