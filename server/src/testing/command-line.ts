import { format } from 'node:util';
import { run } from '../cli/run.ts';

export interface CommandResult {
  code: number;
  out: string;
  error: string;
}

/** The operator's command line in this process, with these settings alone. */
export async function commandLine(env: Record<string, string>, ...args: string[]): Promise<CommandResult> {
  const printed = { out: '', error: '' };
  const printTo = (stream: 'out' | 'error') => (line: unknown) => {
    printed[stream] += `${format(line)}\n`;
  };
  const code = await run(args, { env, out: printTo('out'), error: printTo('error') });
  return { code, ...printed };
}
