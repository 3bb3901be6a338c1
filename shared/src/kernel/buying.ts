import type { Action } from './action.ts';

/** Whether a call with these members buys something, as its declaration says. */
export function buysWith({ buys }: Action, params: Record<string, unknown>): boolean {
  if (buys === undefined) return false;
  if (buys === true) return true;
  if ('with' in buys) return params[buys.with] !== undefined;
  const [member, value] = buys.unless;
  return params[member] !== value;
}
