/**
 * Loaded into the product of the journeys. A run that is killed cannot end it: then it ends in
 * order by itself and removes its folder.
 */
import { rmSync } from 'node:fs';

const LOOK_MS = 500;
const parent = process.ppid;

const timer = setInterval(() => {
  if (process.ppid === parent) return;
  clearInterval(timer);
  process.once('exit', () => rmSync(process.env.DATA_DIR!, { recursive: true, force: true }));
  process.kill(process.pid, 'SIGTERM');
}, LOOK_MS).unref();
