import { webAddressProblem } from '../kernel/web-address.ts';
import { HOMEPAGE_MAX } from './limits.ts';

/** EDI-62: https, a public name, nobody's password in it. */
export const homepageProblem = (typed: string): string | null =>
  webAddressProblem(typed, HOMEPAGE_MAX);
