const KEY = 'login-mail';

/** A log-in by mail that this browser asked for; the link of the mail is bound to it. */
interface LoginRequest {
  request: string;
  remember: boolean;
}

export const rememberRequest = (asked: LoginRequest): void =>
  localStorage.setItem(KEY, JSON.stringify(asked));

export function findRequest(): LoginRequest | null {
  const kept = localStorage.getItem(KEY);
  return kept === null ? null : (JSON.parse(kept) as LoginRequest);
}

export const forgetRequest = (): void => localStorage.removeItem(KEY);
