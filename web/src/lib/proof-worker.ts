/** The worker behind `solveProof`: a riddle in, the proof out, or an empty text when it cannot be solved here. */
import { type Riddle, solve } from './proof-solver.ts';

self.onmessage = async ({ data }: MessageEvent<Riddle>) => {
  self.postMessage(await solve(data).catch(() => ''));
};
