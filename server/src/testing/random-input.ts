/** Set-up of every test file: random input is the same each time; FUZZ_SEED takes another way. */
import fc from 'fast-check';

export const SEED = Number(process.env.FUZZ_SEED ?? 24);
fc.configureGlobal({ seed: SEED });
