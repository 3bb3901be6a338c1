/** Runs the parts of a test run at the same time and prints them one after the other. */
import { spawn } from 'node:child_process';
import { createWriteStream, writeFileSync } from 'node:fs';
import { finished } from 'node:stream/promises';
import { took } from './duration.ts';
import { endGroup } from './run-folder.ts';

/** Of -20 to 19: what the others do not use, and a seventieth of what they do. */
const LOWER_PRIORITY = 19;

export interface Command {
  name: string;
  command: readonly string[];
  /** Where its output is kept. */
  log: string;
  env?: Record<string, string>;
  /** Runs in what the others leave of the CPU. */
  yields?: boolean;
}

export interface Outcome {
  code: number;
  time: string;
  /** Ended because another one had failed. */
  stopped: boolean;
}

interface Options {
  cwd: string;
  env: NodeJS.ProcessEnv;
  print: (text: string) => void;
  /** Whether the others are stopped. */
  isFailure: (index: number, code: number) => boolean;
}

const running = new Set<number>();

/** Ends what runs, with everything it has started. */
export const stopAll = async (): Promise<void> => {
  await Promise.all([...running].map((leader) => endGroup(leader)));
};

/** @returns an outcome for each, in their order */
export async function runTogether(
  commands: readonly Command[],
  { cwd, env, print, isFailure }: Options,
): Promise<Outcome[]> {
  const turns = inTurn(
    commands.map(({ name }) => name),
    print,
  );
  let stopping: Promise<void> | undefined;
  const outcomes = await Promise.all(
    commands.map(async (command, index): Promise<Outcome> => {
      const begin = performance.now();
      const code = await run(command, { cwd, env: { ...env, ...command.env } }, turns[index]!);
      const stopped = stopping !== undefined;
      if (!stopped && isFailure(index, code)) stopping = stopAll();
      return { code, time: took(begin), stopped };
    }),
  );
  await stopping;
  return outcomes;
}

/** Runs a command as a process group. @returns its exit code */
async function run(
  { command, log, yields }: Command,
  options: { cwd: string; env: NodeJS.ProcessEnv },
  { write, end }: Turn,
): Promise<number> {
  const [program, ...args] = yields ? ['nice', '-n', String(LOWER_PRIORITY), ...command] : command;
  const child = spawn(program!, args, {
    ...options,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  if (child.pid) running.add(child.pid);
  if (child.pid && yields) lowerSession(child.pid);
  const kept = createWriteStream(log);
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      kept.write(text);
      write(text);
    });
  const code = await new Promise<number>((done) =>
    child.once('close', (code) => done(code ?? 1)).once('error', () => done(1)),
  );
  if (child.pid) running.delete(child.pid);
  await finished(kept.end());
  end();
  return code;
}

/** Linux shares the CPU between sessions first; `nice` counts within one of them. */
function lowerSession(leader: number): void {
  try {
    writeFileSync(`/proc/${leader}/autogroup`, String(LOWER_PRIORITY));
  } catch {
    // Sessions are not grouped here.
  }
}

interface Turn {
  write: (text: string) => void;
  end: () => void;
}

/** Prints what the first writes as it comes; what the next ones write waits for those before. */
export function inTurn(names: readonly string[], print: (text: string) => void): Turn[] {
  const waiting = names.map((name) => ({ text: `\n── ${name}\n`, ended: false }));
  let current = 0;
  const printCurrent = () => {
    for (; current < waiting.length; current++) {
      const turn = waiting[current]!;
      print(turn.text);
      turn.text = '';
      if (!turn.ended) return;
    }
  };
  printCurrent();
  return waiting.map((turn) => ({
    write: (text) => {
      turn.text += text;
      if (turn === waiting[current]) printCurrent();
    },
    end: () => {
      turn.ended = true;
      if (turn === waiting[current]) printCurrent();
    },
  }));
}
