import { webAddressProblem } from '../kernel/web-address.ts';
import { TEXT_LIMITS } from './limits.ts';

/** EDI-62: https, a public name, nobody's password in it. */
export const homepageProblem = (typed: string): string | null => webAddressProblem(typed, TEXT_LIMITS.homepage.max);
