/**
 * `npm run chaos -- [--minutes N] [--advertisers N] [--seed N] [--control]`: see
 * docs/decisions/0028-chaos-tests.md.
 */
import { parseArgs } from 'node:util';
import { runChaos } from './chaos.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    advertisers: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    control: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed);
const minutes = Number(values.minutes);
console.log(
  `${values.control ? 'Mit absichtlich geteilter Transaktion' : 'Wie gebaut'}, ${minutes} min, seed ${seed}`,
);
const report = await runChaos({
  seconds: minutes * 60,
  advertisers: Number(values.advertisers),
  seed,
  control: values.control,
  progress: (line) => console.log(line),
});
const lines = (figures: Record<string, number>) =>
  Object.entries(figures)
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, count]) => `  ${String(count).padStart(6)}  ${name}`)
    .join('\n');
console.log(`Getötet:\n${lines(report.kills)}\nVorgänge:\n${lines(report.operations)}`);
console.log(`Verletzungen: ${report.violations.length}`);
for (const line of report.violations.slice(0, 20)) console.log(`  ${line}`);
// Broken on purpose and nothing found would be as wrong as the other way round.
process.exitCode = report.violations.length > 0 === values.control ? 0 : 1;
