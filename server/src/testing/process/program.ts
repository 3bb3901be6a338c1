import { type ChildProcess, spawn } from 'node:child_process';
import { INHERITED } from './process.ts';

interface Program {
  child: ChildProcess;
  /** Resolves to the exit code, or the name of the signal. */
  ended: Promise<number | string>;
  /** What it has printed so far. */
  printed(): string;
}

/**
 * Runs the text of a module in a process of its own, which imports from the `folder` of the test.
 * What it writes as an error is shown.
 */
export function startProgram(
  text: string,
  { folder, env = {} }: { folder: string; env?: Record<string, string> },
): Program {
  const child = spawn(process.execPath, ['--input-type=module', '-e', text], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...INHERITED, ...env },
  });
  let printed = '';
  child.stdout!.on('data', (part) => {
    printed += part;
  });
  return {
    child,
    ended: new Promise((ended) =>
      child.once('close', (code, signal) => ended(code ?? signal ?? 'gone')),
    ),
    printed: () => printed,
  };
}
