/** Random input is the same each time; FUZZ_SEED takes another way. */
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.FUZZ_SEED ?? 24) });
