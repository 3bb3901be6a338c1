import { expect, test } from 'vitest';
import { FORBIDDEN_OFFER_TEXT, offersForbidden } from './rules.ts';

/** Phrases by what is particular about them, one kind a line; ` | ` stands between two phrases. */
const phrases = (corpus: Record<string, string>): [kind: string, phrase: string][] =>
  Object.entries(corpus).flatMap(([kind, line]) =>
    line.split(' | ').map((phrase): [string, string] => [kind, phrase]),
  );

const FORBIDDEN = phrases({
  'the abbreviation':
    'AO | ich biete AO an | AO und mehr | Neu: AO | AO möglich | mit AO | Service: GV, AO, Massage | TG AO',
  'in compounds':
    'AO-Service | aoservice | AO-Party | AO Date | GV/AO | AO-Girl | AOGV | 100% AO | AO+ | #AO',
  'letters apart':
    'A.O. | a o | A-O | a/o | A_O | A * O | a . o . | A|O | A·O | (AO) | "AO" | A\nO | ao!!!',
  'digits and signs for letters':
    'A0 | 4O | @O | ohne K0ndom | 0hne Kondom | 0hn3 Gumm1 | ohne Gumm1',
  'letters of other scripts':
    'аo | Аоо | ΑΟ | оhne Kondom | ohnе Kоndom | ｏｈｎｅ Kondom | 𝐀𝐎 | ⒶⓄ | 🅰️🅾️ | AØ | ohne Ⓚondom',
  'unseen characters':
    'A\u200bO | A\u00adO | A\u2060O | A\ufe0fO | A\u034fO | A\u3164O | oh\u200dne Kon\u200bdom | A\u0336O\u0336',
  'blanks and line ends':
    'o h n e  k o n d o m | O H N E Kondom | ohne\nGummi | ohne   Kondom | ohne\u00a0Kondom | ohne\tGummi',
  'points and dashes':
    'o.h.n.e Gummi | ohne.Kondom | ohne-Kondom | ohne_Kondom | ohne/Gummi | ohne*Kondom',
  'torn or run together': 'ohne Kon dom | ohnekondom | ohnegummi | ohne Gum mi | ohne Kon-dom',
  'wrong spelling':
    'ohne  Gummmi | ohne Kondomm | ohne Kondohm | ohne Kondon | ohne K*ndom | ohne Kond*m | ohne G*mmi | OHNEE Kondom',
  German:
    'ohne Kondom | OHNE GUMMI | ohne Präservativ | ohne Praeservativ | ohne Präser | ohne Pariser | ohne Verhütung',
  'German with words between':
    'ohne ein Kondom | ohne jedes Kondom | ohne den lästigen Gummi | ohne jeglichen Schutz',
  'German, other words for it':
    'kondomlos | kondomfrei | gummilos | gummifrei | ohne Schutz | ohne Verhüterli | ohne Überzieher',
  unprotected:
    'ungeschützter Verkehr | ungeschuetzt moeglich | Sex ungeschützt | GV, ungeschützter Sex | ungeschützten GV',
  'nothing behind "ohne"':
    'alles ohne | Ich mache alles ohne. | Verkehr ohne! | Sex ohne | GV ohne, Massage mit | GV mit oder ohne | alles ohni',
  'a free choice':
    'mit oder ohne Kondom | mit/ohne Gummi | Kondom optional | Gummi freiwillig | Kondom kein Muss | auf Wunsch ohne Kondom',
  'not needed':
    'kein Kondom nötig | Kondom nicht nötig | Gummi muss nicht sein | Kondom ist nicht Pflicht | Bei mir kein Gummi!',
  'left away':
    'Verzicht auf Kondom | ich verzichte auf Kondome | auf Gummi verzichten wir | Kondom weglassen möglich | GV blank',
  'nobody needs it':
    'Kondome brauchen wir nicht | Kondom brauchst du bei mir nicht | Gummi braucht es nicht | du brauchst kein Kondom | wir brauchen keine Gummis',
  'nobody needs it, otherwise':
    'Kondome brauchts nicht | Gummi bruchts nöd | Bei mir benötigst du kein Kondom! | Kondom braucht man bei mir nicht',
  'now and then':
    'gerne auch mal ohne | gern mal ohne | Ich mache es gerne auch mal ohne. | mit Kondom, gerne auch mal ohne',
  'left away if asked':
    'Kondom auf Wunsch weglassen | Gummi kann man weglassen | Kondom darf auch mal weggelassen werden | Wir lassen das Kondom weg',
  'left away if asked, otherwise':
    'Kondom lassen wir weg | auf Wunsch lasse ich gerne den Gummi weg | Gummi gerne wegzulassen | Kondom nur auf Wunsch | GV natur | Verkehr pur',
  'other languages, nobody needs it':
    "we don't need condoms | I never use condoms | condoms not needed | pas besoin de capote | non serve il preservativo | no hace falta condón",
  'other languages, nobody uses it':
    'I do not use a condom | on n’utilise pas de capote | non uso il preservativo | no usamos condón',
  'Swiss German':
    'ohni Gummi | ohni Kondom | ooni Gummi | ohni Pariser | ohni Verhüeterli | ohni Schutz | ohnä Gummi | ohni es Kondom',
  English:
    'without condom | without a condom | no condom | no condoms | w/o condom | without rubber | condomless | bareback | bare back',
  'English, other words':
    'unprotected sex | without protection | sex without | condom optional | condom not required | BBFS | raw sex',
  French:
    'sans capote | sans préservatif | sans preservatif | sans protection | rapport non protégé | préservatif facultatif | tout sans',
  Italian:
    'senza preservativo | senza condom | senza protezione | sesso non protetto | preservativo facoltativo | tutto senza',
  'Spanish and Portuguese':
    'sin condón | sin preservativo | sin goma | sin protección | a pelo | condón opcional | sem camisinha | sem preservativo',
  'a negation that is none':
    'ohne Kondom kein Problem | ohne Kondom, nicht teuer | AO ist kein Tabu | AO ist bei mir nicht verboten | Keine Tabus: AO',
  'a negation that is none, with words between':
    'AO ist nicht das Problem | ohne Kondom ist nicht das Thema | AO ist für mich nicht wirklich ein Problem | sans capote pas un problème | ohne Kondom kein grosses Problem | AO sonst nicht, nur gegen Aufpreis',
  'a question that is an offer':
    'warum nicht ohne Kondom | ohne Kondom? Warum nicht! | ohne Gummi? Kein Problem | AO? Klar! | AO? Ja gerne',
  'a refusal of something else':
    'Ich nehme nicht jeden. Ohne Kondom geht auch. | Kein Stress, AO möglich | keine Eile und AO gerne | Keine SMS! AO',
  'not only with':
    'nicht nur mit, auch ohne Kondom | nicht nur geschützt, auch ohne Gummi | ohne Kondom nur gegen Aufpreis | AO nicht nur am Wochenende',
  'other languages, no obstacle':
    'no problem without condom | sans capote pas de problème | senza preservativo nessun problema | sin condón no hay problema',
  'unprotected, otherwise':
    'ungeschützter Service | ungeschützte Liebe | ungeschützter Spaß | Sex nicht geschützt | sex not protected | sexo no protegido',
  'unprotected, and other words for it':
    'ungeschützter Akt | unprotected intercourse | ungeschützt verkehren | blanker GV | ohni Verhüeli | todo sin',
  'other languages, with an article':
    'fără prezervativ | sans une capote | sin una goma | senza profilattico',
  'not needed, otherwise':
    'keis Kondom nötig | Gummi nid nötig | Kondom nicht notwendig | Kondom nicht erforderlich | Kondom kein Zwang',
  'not needed, in other languages':
    'capote pas nécessaire | capote pas obligatoire | preservativo non obbligatorio',
  'left away by somebody':
    'Kondome können wir weglassen | Lass du den Gummi weg | Kondom wird weggelassen',
  'nobody needs it, whoever says so':
    "Kondome benötigst du nicht | Kondome brauche ich nicht | Gummi bruche mer nöd | Kondome braucht's nicht | Kondome brauchen Sie nicht | Kondome braucht es bei uns nicht",
  'nobody needs it, and more is said':
    'no condoms for regulars | Du brauchst kein Kondom bei mir | I dont use condoms | B.B.F.S. | ohne Schutzzz',
  'the end of a sentence before it or behind it':
    'Ich mache alles ohne. Ruf mich an | Ich nehme nicht jeden. Ohne Kondom | ohne Kondom! Nie langweilig',
  'a negation too far away':
    'Nie war es so schön wie ohne Kondom | ohne Kondom war es mit mir noch nie langweilig',
  'a word that ends or begins as a negation':
    'Harmonie ohne Kondom | Nonstop ohne Kondom | AO ist nicht ein Problem | Keine Küsse, ohne Gummi gerne',
  'something else that is named too far away':
    'Massage mit Öl und viel Zeit für dich und mich am ganzen Abend, gerne auch mal ohne',
  'within a sentence':
    'Sex ohne Kondom möglich | Stammgäste auch ohne Kondom | für 50 mehr ohne Gummi | ich mag es ohne Kondom | heute AO bis 22 Uhr',
});

const HARMLESS = phrases({
  nothing: ' | Hallo | 😀 | ... | 079 123 45 67',
  'words with "ao"':
    'Chao | Ciao Tao | Laos | Macao | Kakao | Curaçao | Bilbao | São Paulo | Mao | Chaos | Naomi | Paola | Raoul | Aosta | Aorta',
  'names of other things':
    'das A und O | A&O Hostel | Ao Nang | áo dài | AOK | Greyerzer AOP | Wein AOC | AO Foundation | Bao Buns | A-Z | O Sole Mio',
  'without what does no harm':
    'ohne Voranmeldung | ohne Anmeldung | ohne Vorkasse | ohne Parfum, ohne Rauch | ohne Make-up | ohne Zeitdruck | ohne Hektik',
  'without, in daily life':
    'ohne Alkohol | ohne Handy | ohne Fotos | ohne Lift | ohne Bart | ohne Aufpreis | ohne Termin | ohne Umwege | ohne Wenn und Aber',
  'words that begin alike':
    'ohne Gummibärchen | ohne Gummistiefel | ohne Kondition | ohne Konditionen | ohne Konto | ohne Kontakt | ohne Konfetti | ohne Prädikat',
  'protection of another kind':
    'ohne Schutz vor Regen | ungeschützter Parkplatz | ohne Schutz gegen Sonne | ohne Schutzgebühr | ohne Schutzhülle | sans protection solaire',
  'traffic and acts':
    'Verkehr ohne Stau | Massage ohne Sex | ohne Verkehr vor dem Haus | Massage ohne GV | Sex ohne Verpflichtung | ohne Akten',
  'everything without, and more':
    'Alles ohne Zeitdruck | alles ohne Kompromisse | alles ohne Eile | alles ganz ohne Druck | tout sans stress | tutto senza fretta',
  'short forms':
    'z. B. am See | o. k. | i. O. | u. a. | a. D. | d. h. ohne Eile | S. A. | A 4 | Mo, Di, Do | ca. 10 Min. | o.ä.',
  safe: 'safer Sex | nur mit Kondom | Immer mit Kondom | Kondom Pflicht | mit Kondom oder gar nicht | nur geschützt | geschützter Verkehr',
  'safe, said otherwise':
    'Kondome sind vorhanden | Kondome stelle ich | Gummi ist ein Muss | Kondom ist bei mir Pflicht | immer mit Gummi | Latexfreie Kondome da',
  'without something, with a condom':
    'ohne Stress mit Kondom | ohne Stress, Kondom ist Pflicht | Termine ohne Hektik. Kondome sind da. | alles ohne Eile und mit Gummi',
  'words that meet by chance':
    'Oh, ne Kondom ist Pflicht | Ich wohne. Gummi habe ich immer dabei | Wohne am See, Kondome da | Ich heisse Ao-Mei Ling nicht',
  'of this name':
    'Blutgruppe A0 | Blutgruppe ist A0 | Plakat A0 | ein Poster im Format A0 | A0-Plakat | DIN A0 | Blutgruppe: A0 positiv',
  'nobody need bring it':
    'Kondome brauchst du nicht mitzubringen | Du brauchst keine Kondome zu kaufen | Kondome brauchst du nicht selber mitbringen',
  'everybody needs it':
    'Kondome brauchen wir immer | Kondom brauchst du auf jeden Fall | ich brauche kein Auto | es braucht keine Anmeldung',
  'not left away':
    'wir lassen das Kondom nie weg | Kondom weglassen geht nicht | Kondom lasse ich nicht weg | Kondom auf Wunsch weglassen? Nein',
  'protection of another kind, in other languages':
    'ohne Schutz für Kleider | without protection from rain | senza protezione contro la pioggia | sin protección del sol | sans protection des données',
  'names of other things, otherwise': 'Ao Phang Nga | Ao Yai | AO Stiftung',
  'of this name, written otherwise':
    'Blutgruppe  ist A0 | Blutgruppe: A0 | Poster im Format A0, gerahmt | ein A0 Plakat',
  'now and then, refused': 'gerne auch mal ohne? Niemals',
  'now and then, something else that is named before':
    'Mit Öl, gerne auch mal ohne | Massage mit Öl und viel Zeit für dich und für mich, gerne auch mal ohne',
  'now and then, something else':
    'Massage mit Öl, gerne auch mal ohne | Ich trage Dessous, gerne auch mal ohne. | Kaffee gerne mal ohne Zucker | gerne auch mal ohne Eile',
  'on request':
    'Parfum auf Wunsch weglassen | auf Wunsch ohne Parfum | Kondome auf Wunsch in allen Grössen | Musik lassen wir weg | Natur pur',
  'other languages, always':
    "we always use condoms | don't use perfume | I never use perfume | pas besoin de voiture | non serve prenotare | no hace falta cita",
  'refused before it':
    'nie ohne Kondom | nicht ohne Gummi | kein Sex ohne Kondom | kein Sex ohne Kondom möglich | niemals ohne Präservativ | nichts ohne Gummi',
  'refused behind it':
    'ohne Kondom niemals | Ohne Kondom geht nichts | Ohne Kondom läuft bei mir nichts | ohne Gummi läuft nix | ohne Kondom? Nein | ohne Gummi: nein danke',
  'refused with AO':
    'Kein AO | kein AO, kein Stress | AO? Nein | AO mache ich nicht | AO ist tabu | AO lehne ich ab | AO nicht möglich | Kein A.O.! | AO mache ich nicht, das Thema ist durch | AO nicht bei mir, nur mit Gummi',
  'refused with AO, otherwise':
    'AO unerwünscht | AO-Anfragen werden ignoriert | AO-Anfragen blockiere ich | Wir blockieren AO-Anfragen | Wir ignorieren AO-Anfragen | Bitte nicht nach AO fragen | AO ausgeschlossen',
  'refused, with words that end or begin as others':
    'Bitte keine Anfrage ohne Kondom | Bitte keine Fragen nach AO | AO ist nicht mein Thema | AO ist nicht dein Thema',
  'refused, with words like those that join':
    'Kein Liebhaber ohne Kondom, ja | Kein Etablissement ohne Kondom, ok',
  'in a list, and what is near is no consent':
    'Tabus: AO, Rauch | Tabu: AO, seit Jahren | Massage gerne. Tabus: AO | Auch tabu: ohne Gummi',
  'in a list of what is refused':
    'Tabus: AO, ohne Kondom | No-Gos: AO | Tabu: ohne Gummi | Nicht im Angebot: AO | kein AO, kein Bareback',
  'who wants it is wrong here':
    'Wer ohne Kondom möchte, soll bitte nicht anrufen | Bitte keine Anfragen für Sex ohne Kondom | Wer AO sucht, ist bei mir falsch',
  'refused, not needed':
    'Verzicht auf Kondom ausgeschlossen | ich verzichte nie auf Kondome | auf Kondome verzichte ich nicht | kein ungeschützter Verkehr',
  'Swiss German':
    'ohni Gummi gaht gar nüt | ohni Kondom nid | nöd ohni Gummi | ohni Aamäldig | ohni Stress | nume mit Gummi | AO mach i nid | ohni Gummi gits nüt',
  English:
    'no sex without condom | never without a condom | no bareback | nothing without condom | condoms are a must | without stress | unprotected wifi',
  'English, otherwise':
    'bareback is not possible | I do not offer bareback | no condom, no date | always protected | with condom only | without make-up',
  French:
    'jamais sans capote | rien sans préservatif | pas de rapport sans préservatif | capote obligatoire | sans rendez-vous | sans tabac | avec protection',
  Italian:
    'mai senza preservativo | niente senza preservativo | preservativo obbligatorio | senza fretta | senza impegno | con preservativo',
  Spanish:
    'sin problema | nunca sin condón | nada sin condón | siempre con condón | sin prisa | sin alcohol | condón obligatorio | el pelo largo',
  'figures and signs':
    '100 % diskret | Alter: 40 | A4-Format | 0 Uhr | 7/24 | Haus 4, 0 Treppen | Tram 4 o. 9 | B0 | AO1-Stecker',
});

test.each(FORBIDDEN)('forbidden, %s: "%s" [INS-51, EDI-06]', (_kind, phrase) => {
  expect(offersForbidden(phrase)).toBe(true);
  expect(offersForbidden(`Ich freue mich auf dich.\n${phrase}`)).toBe(true);
});

test.each(HARMLESS)('harmless, %s: "%s" [INS-51]', (_kind, phrase) => {
  expect(offersForbidden(phrase)).toBe(false);
  expect(offersForbidden(`Ich freue mich auf dich.\n${phrase}`)).toBe(false);
});

test.each([
  ...[
    'вareback',
    'barеback',
    'ohne Кondom',
    'ohne Kondoм',
    'oнne Kondom',
    'ohne Schuтz',
    'without сondom',
  ],
  ...[
    'ohne Рräservativ',
    'without anу condom',
    'seх ohne',
    'ohne Gummі',
    'ohne ѕchutz',
    'ohne Konдom',
  ],
  ...[
    'barεback',
    'ohne Gummι',
    'ohne κondom',
    'ohne Kondoμ',
    'ohne Präserνativ',
    'ohne Koηdom',
    'ohne Schuτz',
  ],
  ...['bar3back', 'ohne $chutz'],
])('a letter that looks like another hides nothing: "%s" [INS-51]', (phrase) => {
  expect(offersForbidden(phrase)).toBe(true);
});

test('the corpus is large, and no phrase stands in it twice [INS-51]', () => {
  expect(FORBIDDEN.length).toBeGreaterThan(180);
  expect(HARMLESS.length).toBeGreaterThan(180);
  const all = [...FORBIDDEN, ...HARMLESS].map(([, phrase]) => phrase);
  expect(all.filter((phrase, at) => all.indexOf(phrase) !== at)).toEqual([]);
});

test('the message says why, in neutral words [INS-51]', () => {
  expect(FORBIDDEN_OFFER_TEXT).toContain('nicht erlaubt');
});

test('long texts of repeated beginnings are judged [INS-51]', () => {
  for (const part of ['a ', 'ohne ohne kon ', 'a.', 'verzichte auf ']) {
    const long = part.repeat(20_000 / part.length);
    expect(offersForbidden(long), part).toBe(false);
    expect(offersForbidden(`${long} ohne Gummi`), part).toBe(true);
  }
});
