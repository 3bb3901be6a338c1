import { DAY_MS, HOUR_MS } from '../kernel/time.ts';

/** Where a mailed «Das war ich nicht» leads (ACC-04). */
export const NOT_ME_PATH = '/auth/not-me';
/** How long its link holds. */
export const NOTICE_MS = 7 * DAY_MS;
/** How long Home shows a login from a new browser (EXP-89). */
export const NOTICE_SHOWN_MS = 72 * HOUR_MS;

export const LOG_PAGE_SIZE = 50;
/** What of the account log is shown; `house` is «Zugriffe auf deine Daten». */
export const LOG_FILTERS = ['all', 'logins', 'changes', 'house'] as const;
export type LogFilter = (typeof LOG_FILTERS)[number];

/** What the judgement of the page Sicherheit depends on. */
export interface SecurityFacts {
  emailConfirmed: boolean;
  /** A login from a new browser within the time it is shown. */
  newLogin: boolean;
  passkeys: number;
  /** The authenticator app is on. */
  factor: boolean;
  /** Of ten. */
  recoveryCodesLeft: number;
}

export type SecurityStep = 'email' | 'devices' | 'codes' | 'factor' | 'passkey';

export interface Judgement {
  verdict: 'good' | 'better' | 'act';
  title: 'Gut geschützt' | 'Geht besser' | 'Bitte handeln';
  text: string;
  /** The one next best step; null when there is none. */
  step: { to: SecurityStep; label: string } | null;
}

const FEW_CODES = 3;

const STEPS: Record<SecurityStep, string> = {
  email: 'E-Mail-Adresse bestätigen',
  devices: 'Geräte prüfen',
  codes: 'Neue Codes',
  factor: 'Zweiten Schritt einrichten',
  passkey: 'Passkey hinzufügen',
};

/** How well the account is protected, and the one next best step (EXP-79). */
export function judge(facts: SecurityFacts): Judgement {
  const { emailConfirmed, newLogin, passkeys, factor, recoveryCodesLeft } = facts;
  const step = (to: SecurityStep) => ({ to, label: STEPS[to] });
  const act = { verdict: 'act', title: 'Bitte handeln' } as const;
  const better = { verdict: 'better', title: 'Geht besser' } as const;
  const good = { verdict: 'good', title: 'Gut geschützt' } as const;
  if (newLogin) {
    const text = 'Jemand hat sich mit einem neuen Browser angemeldet. Prüfe, ob du das warst.';
    return { ...act, text, step: step('devices') };
  }
  if (!emailConfirmed) {
    const text =
      'Deine E-Mail-Adresse ist nicht bestätigt. Ohne sie kannst du dein Passwort nicht zurücksetzen.';
    return { ...act, text, step: step('email') };
  }
  if (factor && recoveryCodesLeft === 0) {
    const text =
      'Du hast keinen Wiederherstellungscode mehr. Verlierst du dein Telefon, kommst du nicht hinein.';
    return { ...act, text, step: step('codes') };
  }
  if (factor && recoveryCodesLeft <= FEW_CODES) {
    const text = `Du hast nur noch ${recoveryCodesLeft} von 10 Wiederherstellungscodes.`;
    return { ...better, text, step: step('codes') };
  }
  if (!factor && passkeys === 0) {
    const text = 'Nur dein Passwort schützt dein Konto. Ein Passkey ist schneller und sicherer.';
    return { ...better, text, step: step('passkey') };
  }
  if (!factor) {
    const text =
      'Du meldest dich mit einem Passkey an. Mit einem zweiten Schritt ist auch dein Passwort geschützt.';
    return { ...good, text, step: step('factor') };
  }
  if (passkeys === 0) {
    const text =
      'Passwort und zweiter Schritt sind an. Ein Passkey macht das Anmelden schneller und sicherer.';
    return { ...good, text, step: step('passkey') };
  }
  return {
    ...good,
    text: 'Passkey und zweiter Schritt sind an. Mehr braucht es nicht.',
    step: null,
  };
}
