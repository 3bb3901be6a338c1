import { grantOf, type Right } from '../staff/rights.ts';
import type { Role } from '../staff/roles.ts';
import type { Figure } from './rules.ts';

const MONEY_RIGHTS: readonly Right[] = ['money.read', 'money.report'];

/** Whoever reads the house sees the figures; revenue only with a right on money. */
export const maySee = (role: Role, figure: Figure): boolean =>
  figure !== 'revenue' || MONEY_RIGHTS.some((right) => grantOf(role, right) !== undefined);
