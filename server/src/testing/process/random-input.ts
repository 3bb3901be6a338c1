/**
 * Set-up of every test file: random input is the same each time (FUZZ_SEED takes another way), and
 * a test that asserts nothing fails.
 */
import fc from 'fast-check';
import { beforeEach, expect } from 'vitest';

export const SEED = Number(process.env.FUZZ_SEED ?? 24);
fc.configureGlobal({ seed: SEED });

beforeEach(() => expect.hasAssertions());
