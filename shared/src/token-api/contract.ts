/**
 * The token API: the ways into an account for programs that keep no cookies. Each call is one
 * action of the portal under another address, with the action's rules, limits and messages;
 * `fields` names what the action calls the members of the body. Others are ignored.
 */
export const TOKEN_CALLS = {
  login: {
    path: '/auth/login',
    action: 'login',
    fields: { email: 'log', password: 'pwd', rememberMe: 'rememberme', proof: 'proof' },
  },
  secondFactor: {
    path: '/auth/second-factor',
    action: 'second_factor',
    fields: { pending: 'pending', code: 'code', recoveryCode: 'recovery_code' },
  },
  register: {
    path: '/auth/register',
    action: 'register',
    fields: { username: 'username', email: 'email', password: 'password', proof: 'proof' },
  },
  forgotPassword: {
    path: '/auth/forgot-password',
    action: 'lostpassword',
    fields: { email: 'user_login' },
  },
  resetPassword: {
    path: '/auth/reset-password',
    action: 'reset_password',
    fields: { password: 'password', token: 'token' },
  },
} as const satisfies Record<string, TokenCall>;

export interface TokenCall {
  path: `/auth/${string}`;
  action: string;
  fields: Readonly<Record<string, string>>;
}

export interface LoginInput {
  /** The e-mail address, or the username. */
  email: string;
  password: string;
  /** The token lives 90 days instead of one. */
  rememberMe?: boolean;
  /** Asked for with PROOF_REQUIRED after several wrong passwords: the answer to its `challenge`. */
  proof?: string;
}

/** The second step of a login: one of both codes. */
export interface SecondFactorInput {
  /** From the `TokenApiError` SECOND_FACTOR_REQUIRED of `login`. */
  pending: string;
  code?: string;
  recoveryCode?: string;
}

export interface RegisterInput {
  username: string;
  email: string;
  password: string;
  /** Accepted, and grants nothing (AUT-85). */
  accountType?: string;
  /**
   * Asked for with PROOF_REQUIRED after the free calls of an hour: the answer to a challenge of
   * `proof_challenge`.
   */
  proof?: string;
}

/** What `Authorization: Bearer` carries on the calls of the portal. */
export interface Token {
  token: string;
  /** ISO 8601, UTC. */
  expiresAt: string;
}

export interface LoginAnswer {
  data: { token: Token };
}

export interface MessageAnswer {
  data: {
    message: string;
    /**
     * Where registration is discreet: the account begins with the link in the mail, and there is no
     * login before.
     */
    confirmFirst?: true;
  };
}

export interface ErrorAnswer {
  /**
   * VALIDATION_ERROR, LOGIN_FAILED, EMAIL_TAKEN, …; those the client adds are in `CLIENT_ERRORS`.
   */
  code: string;
  message: string;
  /** VALIDATION_ERROR and taken names: what is wrong with which member of the body. */
  errors?: Record<string, string>;
  /** SECOND_FACTOR_REQUIRED: names the login that waits for `/auth/second-factor`. */
  pending?: string;
  /** TOO_MANY_ATTEMPTS: seconds to wait. */
  retry_after?: number;
  /** PROOF_REQUIRED at the login: what `proof` answers. */
  challenge?: object;
  /** SERVER_ERROR: under which the operator finds it. */
  reference?: string;
}

/** CON-30, AUT-79: how long the client waits for an answer. */
export const TOKEN_API_TIMEOUT_MS = 10_000;

/** ERR-036 to ERR-038. */
export const CLIENT_ERRORS = {
  NETWORK_TIMEOUT: 'Die Anfrage hat zu lange gedauert. Bitte versuchen Sie es später erneut.',
  NETWORK_OFFLINE: 'Sie sind offline. Bitte überprüfen Sie Ihre Internetverbindung.',
  SERVER_ERROR: 'Ein unbekannter Fehler ist aufgetreten.',
} as const;
