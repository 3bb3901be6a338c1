import type { updateProfile } from '@samtrot/shared/accounts/profile-contract.ts';
import {
  nicknameProblem,
  profileConfirmationProblem,
  profileEmailProblem,
  profilePasswordProblem,
} from '@samtrot/shared/accounts/profile-rules.ts';
import { tidyEmail } from '@samtrot/shared/accounts/rules.ts';
import type { Params } from '@samtrot/shared/kernel/action.ts';
import { tidyLine } from '@samtrot/shared/kernel/text.ts';

/** The form as typed (PRO-04). */
export interface ProfileValues {
  nickname: string;
  email: string;
  password: string;
  passwordConfirm: string;
}

/** The part of the account that the form starts from. */
export interface Saved {
  user_id: number;
  user_email: string;
  pending_email: string | null;
  user_meta: { nickname: string };
}

export const FIELDS = {
  nickname: 'Spitzname',
  email: 'E-Mail Adresse',
  password: 'Neues Passwort',
  passwordConfirm: 'Passwort bestätigen',
} as const satisfies Record<keyof ProfileValues, string>;

/** In single words, for the line beside the button. */
const SHORT: Record<keyof ProfileValues, string> = {
  nickname: 'Spitzname',
  email: 'Adresse',
  password: 'Passwort',
  passwordConfirm: 'Bestätigung',
};

export const FIELD_ORDER = Object.keys(FIELDS) as (keyof ProfileValues)[];

/** The address is the one that counts; one that still waits has its own line. */
export const valuesOf = ({ user_meta, user_email }: Saved): ProfileValues => ({
  nickname: user_meta.nickname,
  email: user_email,
  password: '',
  passwordConfirm: '',
});

/** What is wrong with each field, null for nothing (PRO-05 to PRO-12). */
export const PROBLEMS: Record<keyof ProfileValues, (values: ProfileValues) => string | null> = {
  nickname: ({ nickname }) => nicknameProblem(tidyLine(nickname)),
  email: ({ email }) => profileEmailProblem(tidyEmail(email)),
  password: ({ password }) => profilePasswordProblem(password),
  passwordConfirm: ({ password, passwordConfirm }) =>
    profileConfirmationProblem(password, passwordConfirm),
};

/** The fields that keep the form from being saved. */
export const openFields = (values: ProfileValues): string[] =>
  FIELD_ORDER.filter((field) => PROBLEMS[field](values) !== null).map((field) => SHORT[field]);

/**
 * Whether saving would change anything; what is only typed differently, such as a blank at the end,
 * does not (PRO-18).
 */
export function hasChanges(values: ProfileValues, saved: Saved): boolean {
  return changesOf(values, saved).length > 0 || values.passwordConfirm !== '';
}

/** What saving changes, line by line, for the question before it. */
export function changesOf(values: ProfileValues, saved: Saved): { label: string; text: string }[] {
  const nickname = tidyLine(values.nickname);
  const email = tidyEmail(values.email);
  return [
    nickname === saved.user_meta.nickname ? [] : { label: FIELDS.nickname, text: nickname },
    email === saved.user_email
      ? []
      : { label: FIELDS.email, text: `${email}, sobald du sie bestätigt hast` },
    values.password === ''
      ? []
      : { label: 'Passwort', text: 'Wird geändert. Andere Geräte werden abgemeldet.' },
  ].flat();
}

/**
 * PRO-26. Sending the current address withdraws a pending one, so an untouched field sends the
 * pending one again.
 */
export function toWire(
  values: ProfileValues,
  saved: Saved,
  currentPassword?: string,
): Params<typeof updateProfile> {
  const email = tidyEmail(values.email);
  return {
    user_id: saved.user_id,
    nickname: tidyLine(values.nickname),
    email: email === saved.user_email ? (saved.pending_email ?? email) : email,
    ...(values.password !== '' && { password: values.password }),
    ...(currentPassword !== undefined && { current_password: currentPassword }),
  };
}
