const OPEN = ['/guthaben', '/profil/sicherheit', '/dashboard'];

/** What a held account still opens; every other address shows why it is held (EXP-95). */
export const isOpenPath = (path: string): boolean =>
  OPEN.some((open) => path === open || path.startsWith(`${open}/`));
