/**
 * The offers that the warning banner of the editor forbids (INS-51, decisions section 5): sex without condom, and "AO". Found in
 * German and in the other languages of the country, also when spelled to hide; a text that refuses them is no offer.
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

interface Word {
  /** Folded: small letters, no accents, no doubled letters, look-alikes replaced. */
  text: string;
  /** The same with its doubled letters. */
  full: string;
  /** A comma or the end of a sentence stands before it. */
  afterPause: boolean;
  /** The end of a sentence stands before it. */
  afterStop: boolean;
}

const WITHOUT = /^(ohne|ohni|without|sans|senza|sin)$/;
const ARTICLES =
  /^(ein|eine|einen|eines|jedes|jeden|jegliches|das|den|dem|a|any|un|une|lastigen|lastiges|laestigen|laestiges)$/;
const CONDOM =
  /^(kondom\w{0,2}|condom\w?|gumi[ns]?|praeservativ\w{0,2}|preservativ\w{0,2}|preservatif\w?|pariser|verhueterli\w?|verhueli\w?|verhuetung\w{0,12}|capote\w?|condon\w{0,2}|profilatic\w|proteccion|protezione)$/;
const BARE = /^(kondomlos\w{0,2}|kondomfrei\w{0,2}|gumilos\w{0,2}|gumifrei\w{0,2}|condomles|barebac?k\w{0,3})$/;
const ACT = /^(sex|gv|verkehr|geschlechtsverkehr|akt)$/;
const UNPROTECTED = /^(ungeschuetzt\w{0,2}|unprotected)$/;
const UNPROTECTED_WHAT = /^(sex|gv|verkehr|verkehren|geschlechtsverkehr|moeglich|spas|service|liebe|lieben)$/;
/** Ao Nang and Phang are places, the áo dài is a dress. */
const HARMLESS_AFTER_AO = /^(nang|dai|phang|yai)$/;

/** How many words of a forbidden offer stand here; 0 when there is none. */
function phraseAt(words: Word[], at: number): number {
  const next = (offset: number) => words[at + offset];
  const word = words[at]!;
  const clauseEnds = (offset: number) => next(offset) === undefined || next(offset)!.afterPause;

  if (BARE.test(word.text)) return 1;
  if (/^ao(service|sex|gv|verkehr|party|date)?$/.test(word.full)) {
    return HARMLESS_AFTER_AO.test(next(1)?.text ?? '') ? 0 : 1;
  }
  if (UNPROTECTED.test(word.text) && !clauseEnds(1) && UNPROTECTED_WHAT.test(next(1)!.text)) return 2;

  const without = joined(words, at, WITHOUT);
  if (without > 0) {
    let end = without;
    while (!clauseEnds(end) && ARTICLES.test(next(end)!.text)) end++;
    const condom = clauseEnds(end) ? 0 : joined(words, at + end, CONDOM);
    if (condom > 0) return end + condom;
    if (!clauseEnds(end) && next(end)!.text === 'schutz' && !/^(vor|gegen)$/.test(next(end + 1)?.text ?? ''))
      return end + 1;
    return 0;
  }
  // "ohnekondom" in one word or letter by letter.
  if (/^(ohne|ohni)(kondom|gumi)/.test(word.text)) return 1;
  if (word.text === 'no' && !clauseEnds(1) && /^condom/.test(next(1)!.text)) return 2;
  // "… ohne." with nothing behind it that could be left out instead.
  const bare = /^(ales|al)$/.test(word.text) || ACT.test(word.text);
  if (bare && !clauseEnds(1) && WITHOUT.test(next(1)!.text) && clauseEnds(2)) return 2;
  return 0;
}

/** Whether this word, perhaps torn into two or three pieces, is one of these. Answers the number of pieces. */
function joined(words: Word[], at: number, pattern: RegExp): number {
  let text = '';
  for (let pieces = 1; pieces <= 3; pieces++) {
    const word = words[at + pieces - 1];
    if (!word || (pieces > 1 && word.afterPause)) return 0;
    text += word.text;
    if (pattern.test(text)) return pieces;
    if (pieces > 1 && text.length > 12) return 0;
  }
  return 0;
}

const NEGATION =
  /^(nie|niemals|nicht|nichts|nid|nod|noed|kein|keine|keinen|keiner|keinem|keinerlei|keinesfals|nein|weder|never|not|no|none|jamais|pas|aucun|mai|non|nesuno|nunca|tabu|tabus|nogo|nogos|verboten|ausgeschlosen|unmoeglich|abgelehnt|lehne|ablehne|ignoriert|zwecklos|sinlos)$/;
/** What turns a negation around: "kein Problem", "nicht nur", "nicht verboten". */
const NO_OBSTACLE =
  /^(problem|probleme|frage|thema|aufpreis|aufschlag|sorge|sorgen|nur|dagegen|tabu|tabus|verboten|teuer|mus|hindernis|hemungen|scheu|grenzen|ausgeschlosen|unmoeglich|schlim|angst|limit|limits|only|problema)$/;
const AFFIRMATION = /^(moeglich|gern|gerne|anfrage|aufpreis|ok|okay|ja|yes|inklusive|geht|auch)$/;
const REACH = 5;

/** Whether a negation stands near it in the same sentence: who refuses an offer does not make it. */
function isRefused(words: Word[], at: number, length: number): boolean {
  const affirmed = words.slice(at + length, at + length + 3).some(({ text }) => AFFIRMATION.test(text));
  for (let before = at - 1, steps = 0; before >= 0 && steps < REACH; before--, steps++) {
    const { afterStop, afterPause } = words[before + 1]!;
    // "Kein Stress, AO möglich": beyond a comma the negation may mean something else.
    if (afterStop || (afterPause && affirmed)) break;
    if (negates(words, before)) return true;
  }
  for (let behind = at + length, steps = 0; behind < words.length && steps < REACH; behind++, steps++) {
    if (words[behind]!.afterStop) break;
    if (negates(words, behind)) return true;
  }
  return false;
}

function negates(words: Word[], at: number): boolean {
  if (!NEGATION.test(words[at]!.text)) return false;
  if (NO_OBSTACLE.test(words[at + 1]?.text ?? '')) return false;
  const before = words[at - 1]?.text ?? '';
  if (/^(warum|wieso|weshalb|why|pourquoi)$/.test(before)) return false;
  return !(NO_OBSTACLE.test(words[at]!.text) && NEGATION.test(before));
}

// biome-ignore format: one look
const LOOK_ALIKES: Record<string, string> = {
  а: 'a', е: 'e', о: 'o', к: 'k', м: 'm', н: 'h', т: 't', с: 'c', р: 'p', і: 'i', д: 'd', α: 'a', ο: 'o', ν: 'v',
  '@': 'a', '0': 'o', '1': 'i', '3': 'e', '4': 'a', $: 's', ß: 'ss', ä: 'ae', ö: 'oe', ü: 'ue', ø: 'o',
};

function split(text: string): Word[] {
  const folded = [...text.normalize('NFKC').toLowerCase().normalize('NFC')]
    .map((char) => LOOK_ALIKES[char] ?? char.normalize('NFD').replace(/\p{M}/gu, ''))
    .join('')
    .replace(/\p{Cf}/gu, '')
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
      full: match[0],
      afterPause: /[,;:!?()]|\.\s/.test(between),
      afterStop: /[!;\n]|\.\s/.test(between),
    });
  }
  return words;
}
