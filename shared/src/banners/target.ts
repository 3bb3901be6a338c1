import { webAddressProblem } from '../kernel/web-address.ts';

export const TARGET_MAX = 500;
/** ERR-099. */
const TARGET_REQUIRED = 'Website-URL ist erforderlich';

/** Why a banner cannot lead there (BAN-42, BAN-43), or null. */
export const targetProblem = (typed: string): string | null =>
  typed.trim() === '' ? TARGET_REQUIRED : webAddressProblem(typed.trim(), TARGET_MAX);
