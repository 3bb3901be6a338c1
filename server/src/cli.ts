/**
 * `npm run samtrot -- <command>`: the operator's command line. Exit code 0 done, 1 not done or
 * something found wrong, 2 called wrongly.
 */
import { run } from './cli/run.ts';

process.exitCode = await run(process.argv.slice(2));
