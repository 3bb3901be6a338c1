import { format } from 'node:util';
import { run } from '../../cli/run.ts';
import type { Clock } from '../../platform/clock.ts';

export interface CommandResult {
  code: number;
  out: string;
  error: string;
  /** Which database it spoke to. */
  note: string;
}

export interface Surroundings {
  env: Record<string, string>;
  /** Given where other parts of the test go by a clock of their own. */
  clock?: Clock;
}

/** The operator's command line in this process, with these settings alone. */
export async function commandLine(
  { env, clock }: Surroundings,
  ...args: string[]
): Promise<CommandResult> {
  const printed = { out: '', error: '', note: '' };
  const printTo = (stream: keyof typeof printed) => (line: unknown) => {
    printed[stream] += `${format(line)}\n`;
  };
  const code = await run(args, {
    // A command takes its settings over for the whole process, as the hashes of later tests.
    env: { ...(env.NODE_ENV !== 'production' && { TEST_CHEAP_HASHES: '1' }), ...env },
    ...(clock && { clock }),
    out: printTo('out'),
    error: printTo('error'),
    note: printTo('note'),
  });
  return { code, ...printed };
}
