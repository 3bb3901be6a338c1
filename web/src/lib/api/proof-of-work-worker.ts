/**
 * The worker behind `solveProof`: a challenge in, the proof out, or an empty text when it cannot be
 * solved here.
 */
import { type Challenge, solve } from './proof-of-work-solver.ts';

self.onmessage = async ({ data }: MessageEvent<Challenge>) => {
  self.postMessage(await solve(data).catch(() => ''));
};
