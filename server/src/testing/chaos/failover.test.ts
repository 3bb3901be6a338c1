import { expect, test } from 'vitest';
import { DEEP } from '../process/deep.ts';
import { runFailover } from './failover.ts';

const run = (count: number, { control }: { control: boolean }) =>
  runFailover({
    rounds: count,
    seconds: 8,
    advertisers: 8,
    seed: Date.now() % 1_000_000,
    control,
  });

test.runIf(DEEP)(
  'a killed primary loses and doubles no answered purchase, its standby goes on [RUN-11]',
  async () => {
    const report = await run(10, { control: false });
    expect(report.violations).toEqual([]);
    expect(Object.keys(report.operations)).toEqual(expect.arrayContaining(['place', 'topup']));
    expect(report.deliveries).toBeGreaterThan(0);
  },
);

test.runIf(DEEP)('a standby that commits do not wait for loses some of them [RUN-11]', async () => {
  expect((await run(2, { control: true })).violations).not.toEqual([]);
});
