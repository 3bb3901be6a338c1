import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../kernel/time.ts';
import { SUPPORT_TIMES } from '../support/rules.ts';
import { HOLD_REASONS } from '../testing/hold-reasons.ts';
import { nonEmpty } from '../testing/non-empty.ts';
import { changeFirst, fieldWord, nameOf, pictureIn, RESUBMITTED } from './owner-rules.ts';
import { kindsOf, REASON_IDS } from './reason-rules.ts';
import {
  FIELDS_OF_THINGS,
  FINAL_APPEAL_MS,
  fieldsOf,
  finalText,
  finalTimeSentence,
  isAppealable,
  isOpenToHeld,
  isSaid,
  KIND_SENTENCES,
  kindSentence,
  kindsFor,
  mayName,
  receiptsText,
  restOf,
  saidTo,
  sentenceFor,
  timeSentence,
  undecidedSentence,
  usualKind,
  waitingSentence,
} from './rules.ts';
import {
  HELD_THINGS,
  HOLD_KINDS,
  HOLD_LABELS,
  type HoldEvent,
  type HoldKind,
  holdLife,
  mayOwner,
  mayRelease,
} from './status.ts';

const START = new Date('2026-11-20T12:00:00+01:00');
/** With the words of the first version. */
const said = (hold: Parameters<typeof saidTo>[0]) => saidTo(hold, HOLD_REASONS[hold.reason]);
const after = (ms: number) => new Date(START.getTime() + ms);

describe('reasons', () => {
  test('each has its own label and, but for the open one, a sentence in whole', () => {
    const labels = REASON_IDS.map((id) => HOLD_REASONS[id].label);
    expect(new Set(labels).size).toBe(14);
    for (const id of REASON_IDS) {
      expect(HOLD_REASONS[id].label).toMatch(/^[A-Z]/);
      if (id === 'anderes') expect(HOLD_REASONS[id].sentence).toBe('');
      else expect(HOLD_REASONS[id].sentence).toMatch(/^[A-Z].+\.$/);
    }
  });

  test('what can be mended asks for a change; what cannot is never final or never revised', () => {
    const withKind = (kind: HoldKind) =>
      REASON_IDS.filter((id) => kindsOf(HOLD_REASONS[id]).includes(kind));
    expect(withKind('waiting')).toEqual(REASON_IDS);
    expect(withKind('blocked')).toEqual(REASON_IDS);
    expect(REASON_IDS.filter((id) => !withKind('revise').includes(id))).toEqual([
      ...['minderjaehrig', 'zwang', 'betrug', 'konto_missbrauch'],
    ]);
    expect(REASON_IDS.filter((id) => !withKind('final').includes(id))).toEqual([
      ...['bilder_regeln', 'kontakt_im_text', 'falsche_region'],
    ]);
    expect(kindsOf(HOLD_REASONS.betrug)).toEqual(['waiting', 'blocked', 'final']);
    expect(kindsOf(HOLD_REASONS.falsche_region)).toEqual(['waiting', 'revise', 'blocked']);
  });

  test('while it is only looked at, the owner reads no judgement; each choice says what it means [BOF-25]', () => {
    for (const id of REASON_IDS) {
      expect(sentenceFor('inserat', HOLD_REASONS[id], 'waiting')).toBe(waitingSentence('inserat'));
      expect(sentenceFor('inserat', HOLD_REASONS[id], 'blocked')).toBe(HOLD_REASONS[id].sentence);
      expect(kindsOf(HOLD_REASONS[id])).toContain(usualKind('inserat', HOLD_REASONS[id]));
    }
    expect(waitingSentence('club')).toMatch(/^Wir prüfen eine Meldung zu diesem Eintrag\./);
    const said = Object.values(KIND_SENTENCES);
    expect(new Set(said).size).toBe(HOLD_KINDS.length - 1);
    for (const sentence of said) expect(sentence).toMatch(/^Es ist offline, bis .+\.$/);
    for (const kind of ['waiting', 'revise', 'blocked'] as const)
      expect(kindSentence('inserat', kind)).toBe(KIND_SENTENCES[kind]);
  });

  test('of a whole account nothing is said of an ad, and nothing asks for a change [BOF-25]', () => {
    for (const id of nonEmpty(REASON_IDS)) {
      const kinds = kindsFor('account', HOLD_REASONS[id]);
      expect(kinds).toEqual(kindsOf(HOLD_REASONS[id]).filter((kind) => kind !== 'revise'));
      expect(kinds).toContain(usualKind('account', HOLD_REASONS[id]));
      expect(kindsFor('banner', HOLD_REASONS[id])).toEqual(kindsOf(HOLD_REASONS[id]));
      for (const kind of kinds) {
        const said = sentenceFor('account', HOLD_REASONS[id], kind);
        expect(said, id).not.toMatch(/Inserat|Eintrag|[Bb]itte (ändere|ersetze|nimm|lösche|wähle)/);
        if (id !== 'anderes') expect(said, id).toMatch(/^[A-Z].+\.$/);
      }
    }
    const { betrug } = HOLD_REASONS;
    expect(sentenceFor('account', { ...betrug, account_sentence: ' ' }, 'blocked')).toBe(
      betrug.sentence,
    );
    for (const kind of ['waiting', 'blocked'] as const)
      expect(kindSentence('account', kind)).toMatch(/^Alles ist offline, bis .+\.$/);
  });

  test('a rule that holds asks for nothing to be changed, until a person decides [BOF-63, EXP-93]', () => {
    for (const [thing, sentence] of [
      ['inserat', 'Wir prüfen dein Inserat nach einer Meldung.'],
      ['banner', 'Wir prüfen deinen Banner nach einer Meldung.'],
      ['club', 'Wir prüfen deinen Club nach einer Meldung.'],
      ['account', 'Wir prüfen dein Konto nach einer Meldung.'],
    ] as const) {
      const text = undecidedSentence(thing);
      expect(text).toBe(sentence);
      const hold = { thing, text, kind: 'blocked', reason: 'anderes', decided_by: null } as const;
      const words = {
        reason: 'Prüfung',
        text: `${sentence} Du musst nichts tun, wir schreiben dir, sobald wir entschieden haben.`,
        toChange: false,
      };
      expect(said(hold)).toEqual(words);
      const reason = 'bilder_ohne_zustimmung';
      expect(said({ ...hold, reason })).toEqual({ ...words, reason: 'Bild ohne Zustimmung' });
      for (const decided of [{ decided_by: 1 }, { text: 'Bitte ersetze das Bild.' }])
        expect(said({ ...hold, ...decided })).toMatchObject({ toChange: true });
    }
  });

  test.each([
    ['inserat', undefined, 'revise'],
    ['inserat', 'schutz', 'revise'],
    ['banner', 'betrug', 'blocked'],
    ['account', undefined, 'blocked'],
    ['account', 'schutz', 'blocked'],
  ] as const)('of %s for %j the mildest is proposed: %s', (thing, reason, kind) => {
    expect(usualKind(thing, reason && HOLD_REASONS[reason])).toBe(kind);
  });
  test('unused time is refunded only where nobody was harmed', () => {
    expect(REASON_IDS.filter((id) => !HOLD_REASONS[id].refunds)).toEqual([
      ...['minderjaehrig', 'zwang', 'bilder_ohne_zustimmung', 'persoenliche_daten', 'betrug'],
      ...['schutz', 'konto_missbrauch'],
    ]);
    expect(finalText(HOLD_REASONS.betrug, 12)).toBe('Bei diesem Grund wird nichts erstattet.');
    expect(finalText(HOLD_REASONS.doppelt, 12)).toBe(
      'Zurück kommen 12 Credits für die nicht genutzte Zeit.',
    );
  });

  test('a discreet reason is said only once it is decided', () => {
    const discreet = REASON_IDS.filter((id) => !isSaid(id, 'waiting'));
    expect(discreet).toEqual(['minderjaehrig', 'zwang']);
    for (const id of REASON_IDS) expect(isSaid(id, 'blocked')).toBe(true);
    const hold = {
      ...({ reason: 'zwang', kind: 'waiting', text: 'Bitte melde dich.' } as const),
      ...({ thing: 'inserat', decided_by: 1 } as const),
    };
    expect(said(hold)).toEqual({
      reason: 'Prüfung',
      text: 'Wir prüfen dein Inserat nach einer Meldung.',
      toChange: false,
    });
    expect(said({ ...hold, kind: 'blocked' })).toEqual({
      reason: 'Zwang',
      text: 'Bitte melde dich.',
      toChange: true,
    });
  });

  test('what waits for its first approval says so, until it is decided', () => {
    const hold = {
      ...({ reason: 'anderes', text: 'Wir prüfen es.', thing: 'club' } as const),
      decided_by: null,
    };
    expect(said({ ...hold, kind: 'waiting', unapproved: true }).reason).toBe('Prüfung');
    expect(said({ ...hold, kind: 'waiting', unapproved: true }).text).toBe('Wir prüfen es.');
    expect(said({ ...hold, kind: 'revise', unapproved: true }).reason).toBe('Anderer Grund');
    expect(said({ ...hold, kind: 'waiting' }).reason).toBe('Anderer Grund');
  });
});

describe('fields', () => {
  test.each([
    ['bild:1', 1],
    ['bild:12', 12],
    ['bild:0', undefined],
    ['bild:123', undefined],
    ['bild', undefined],
    ['xbild:1', undefined],
    ['titel', undefined],
  ])('%s names picture %s', (field, place) => expect(pictureIn(field)).toBe(place));

  test('a reason names its own content, and any picture where it names pictures', () => {
    expect(mayName('inserat', HOLD_REASONS.bilder_regeln, 'bild:3')).toBe(true);
    expect(mayName('inserat', HOLD_REASONS.bilder_regeln, 'titel')).toBe(false);
    expect(mayName('inserat', HOLD_REASONS.kontakt_im_text, 'beschreibung')).toBe(true);
    expect(mayName('inserat', HOLD_REASONS.kontakt_im_text, 'bild:1')).toBe(false);
    expect(mayName('inserat', HOLD_REASONS.betrug, 'titel')).toBe(false);
  });
  test('what may be named is there to be changed and has a German name [BOF-34, EXP-93]', () => {
    for (const thing of HELD_THINGS)
      for (const reason of REASON_IDS) {
        expect(mayName(thing, HOLD_REASONS[reason], 'bild'), `${thing} ${reason}`).toBe(false);
        const named = [...Object.values(FIELDS_OF_THINGS).flat(), 'bild:2'].filter((field) =>
          mayName(thing, HOLD_REASONS[reason], field),
        );
        for (const field of named) {
          const known = field === 'bild:2' ? 'bild' : field;
          expect(FIELDS_OF_THINGS[thing], `${thing} ${field}`).toContain(known);
          expect(fieldWord(field)).toMatch(/^[A-Z]/);
        }
      }
    for (const field of nonEmpty(Object.values(FIELDS_OF_THINGS).flat()))
      expect(fieldWord(field), field).not.toBe(field);
  });
  test('of a thing only what it has is offered', () => {
    expect(fieldsOf('banner', HOLD_REASONS.falsche_angaben)).toEqual(['text', 'url', 'bild']);
    expect(fieldsOf('club', HOLD_REASONS.falsche_region)).toEqual(['canton', 'ort']);
    expect(fieldsOf('inserat', HOLD_REASONS.falsche_region)).toEqual(['cantons']);
    expect(fieldsOf('inserat', HOLD_REASONS.schutz)).toEqual([
      ...['titel', 'beschreibung', 'name', 'story_title', 'offerings'],
    ]);
    expect(fieldsOf('inserat', HOLD_REASONS.anderes)).toEqual([
      ...['titel', 'beschreibung', 'name', 'story_title', 'telefon', 'cantons', 'categories'],
      ...['homepage', 'bild'],
    ]);
    expect(fieldsOf('club', HOLD_REASONS.anderes)).toEqual([
      ...['titel', 'beschreibung', 'club_name', 'telefon', 'canton', 'homepage', 'bild'],
    ]);
    for (const id of REASON_IDS) expect(fieldsOf('account', HOLD_REASONS[id])).toEqual([]);
  });

  test('the owner reads German names of them', () => {
    const fields = [
      ...['titel', 'beschreibung', 'name', 'story_title', 'text', 'club_name', 'telefon'],
      ...['cantons', 'canton', 'categories', 'offerings', 'url', 'homepage', 'ort', 'bild:2'],
    ];
    expect(changeFirst(fields)).toBe(
      'Ändere zuerst: Titel, Beschreibung, Name, Story-Titel, Text, Name des Clubs, Telefon, ' +
        'Regionen, Kanton, Kategorien, Angebote, Link, Webseite, Ort, Bild 2',
    );
    expect(fieldWord('etwas')).toBe('etwas');
  });
});

describe('sentences', () => {
  test('the owner reads which thing it is', () => {
    expect(HELD_THINGS.map((thing) => nameOf(thing, 7))).toEqual([
      ...['Dein Inserat Nr. 7', 'Dein Banner Nr. 7', 'Dein Club Nr. 7', 'Dein Konto'],
    ]);
    expect(RESUBMITTED).toBe(`Wird geprüft. Wir antworten innert ${SUPPORT_TIMES.reply}.`);
  });

  test.each([
    ['without a booking', null, ''],
    [
      'paid time',
      { free: false, end: START },
      'Bezahlte Zeit steht still und läuft weiter, sobald wir es wieder freigeben.',
    ],
    ['free time', { free: true, end: START }, 'Die Laufzeit läuft weiter bis 20.11.2026, 12:00.'],
    ['free time without an end', { free: true, end: null }, ''],
    [
      'paid and never approved',
      { free: false, end: START, unapproved: true },
      'Löschst du es vorher, bekommst du den ganzen Preis zurück.',
    ],
    ['free and never approved', { free: true, end: START, unapproved: true }, ''],
  ])('what becomes of the time: %s', (_, run, sentence) =>
    expect(timeSentence(run)).toBe(sentence),
  );

  test('what a final decision refunded is named, or that nothing comes back', () => {
    expect(finalTimeSentence(1)).toBe(
      'Für die nicht genutzte Zeit hast du 1 Credit zurückbekommen.',
    );
    expect(finalTimeSentence(0)).not.toContain('zurückbekommen.');
    expect(finalTimeSentence(0)).toMatch(/\.$/);
  });

  test.each([
    [0, 0, 'Keine Webseite hatte es.'],
    [1, 1, 'Von 1 Webseite bestätigt'],
    [0, 1, 'Von 1 Webseite hat noch keine bestätigt'],
    [0, 9, 'Von 9 Webseiten hat noch keine bestätigt'],
    [4, 4, 'Von 4 Webseiten bestätigt'],
    [3, 4, 'Von 4 Webseiten bestätigt, 1 offen'],
  ])('%i of %i websites: %s', (confirmed, all, text) =>
    expect(receiptsText(confirmed, all)).toBe(text),
  );
});

describe('the unused part of paid time', () => {
  const END = after(10 * HOUR_MS);

  test.each([
    ['before it begins', after(-HOUR_MS), 100],
    ['at its beginning', START, 100],
    ['after half', after(5 * HOUR_MS), 50],
    ['a second into a minute counts as unused', after(5 * HOUR_MS + 1000), 50],
    ['a broken credit goes to the owner', after(9 * HOUR_MS + 30 * 60_000 + 60_000), 5],
    ['at its end', END, 0],
    ['long after', after(DAY_MS), 0],
  ])('%s', (_, at, credits) => expect(restOf(100, START, END, at)).toBe(credits));

  test('of no time nothing is unused, and never more comes back than was paid', () => {
    expect(restOf(100, START, START, after(-1))).toBe(0);
    expect(restOf(100, END, START, START)).toBe(0);
    expect(restOf(1, START, after(90_000), START)).toBe(1);
    expect(restOf(7, START, after(61_000), after(-DAY_MS))).toBe(7);
  });
});

test('an appeal has no limit before a decision is final, and 30 days after', () => {
  expect(FINAL_APPEAL_MS).toBe(30 * DAY_MS);
  expect(isAppealable('waiting', START, START)).toBe(false);
  expect(isAppealable('revise', START, after(365 * DAY_MS))).toBe(true);
  expect(isAppealable('blocked', START, after(365 * DAY_MS))).toBe(true);
  expect(isAppealable('final', START, after(30 * DAY_MS))).toBe(true);
  expect(isAppealable('final', START, after(30 * DAY_MS + 1))).toBe(false);
});

test('a held account reads, answers, appeals, secures and takes its data; it publishes nothing', () => {
  const open = [
    ...['get_holds', 'resubmit', 'appeal', 'logout', 'support', 'resend_confirmation'],
    ...['get_threads', 'get_thread', 'open_thread', 'reply_thread', 'close_thread', 'attach_file'],
    'detach_file',
    ...['getBalance', 'get_detailed_transactions', 'get_bonus_transactions', 'get_used_coupons'],
    ...['get_documents', 'payment_status', 'reauthenticate', 'getFactors', 'prepare_factor'],
    ...['confirm_factor', 'remove_factor', 'new_recovery_codes', 'passkey_challenge'],
    ...['reauthenticate_passkey', 'passkey_options', 'add_passkey', 'rename_passkey'],
    ...['remove_passkey', 'get_devices', 'end_device', 'end_other_devices', 'keep_session'],
    ...['get_account_log', 'get_security', 'set_login_mail', 'undo_own_email_change'],
    ...['delete_account', 'get_data_export', 'start_data_export', 'open_data_export'],
  ];
  expect(open.filter((action) => !isOpenToHeld(action))).toEqual([]);
  for (const action of ['place', 'order_banner', 'order_club', 'create_payment', ''])
    expect(isOpenToHeld(action)).toBe(false);
});

describe('the life of a hold', () => {
  test('every kind has a badge of its own', () => {
    expect(HOLD_KINDS.map((kind) => HOLD_LABELS[kind])).toEqual([
      ...['Wird geprüft', 'Bitte überarbeiten', 'Gesperrt', 'Endgültig gesperrt'],
    ]);
  });

  test('what is open ends by release, by a rejected appeal or with the thing', () => {
    expect(holdLife).toEqual({
      none: { hold: 'open' },
      open: {
        change: 'open',
        resubmit: 'open',
        appeal: 'open',
        release: 'closed',
        uphold: 'closed',
        delete: 'closed',
      },
      closed: { hold: 'open' },
    });
  });

  test('the owner hands in what can be mended, and appeals against what is decided', () => {
    const may = (event: HoldEvent) => HOLD_KINDS.filter((kind) => mayOwner(kind, event));
    expect(may('resubmit')).toEqual(['revise', 'blocked']);
    expect(may('appeal')).toEqual(['revise', 'blocked', 'final']);
    expect(may('release')).toEqual([]);
    expect(HOLD_KINDS.filter(mayRelease)).toEqual(['waiting', 'revise', 'blocked']);
  });
});
