import { expect, test } from 'vitest';
import { adRuntime } from './runtime.ts';
import { sampleInserat } from './sample.ts';

const now = Date.parse('2026-11-30T11:00:00.000Z');

test('a running ad shows its progress and its end [INS-06]', () => {
  const ad = sampleInserat({
    start_at: '2026-11-29T11:00:00.000Z',
    end_at: '2026-12-03T11:00:00.000Z',
    end_zeit: '03.12.2026 12:00',
  });
  expect(adRuntime(ad, now)).toEqual({
    percent: 25,
    left: 'Noch 3 Tage',
    until: 'bis 03.12.2026, 12:00',
    soon: false,
  });
});

test('in its last 24 hours it warns [INS-06]', () => {
  const ad = sampleInserat({
    start_at: '2026-11-29T09:00:00.000Z',
    end_at: '2026-12-01T09:00:00.000Z',
  });
  expect(adRuntime(ad, now)).toMatchObject({ left: 'Noch 22 Stunden', soon: true });
  expect(adRuntime(sampleInserat({ end_at: '2026-12-01T11:00:00.000Z' }), now)?.soon).toBe(false);
});

test('a paused hidden ad ends as shown only if it is shown now; a running one does [INS-06, INS-36]', () => {
  const hidden = sampleInserat({
    inserat_status: 'ausgeblendet',
    inserat_typ: '1_week',
    hidden_at: '2026-11-30T10:00:00.000Z',
    start_at: '2026-11-29T11:00:00.000Z',
    end_at: '2026-12-01T09:00:00.000Z',
    end_zeit: '01.12.2026 10:00',
  });
  const still = {
    left: 'Noch 22 Stunden',
    until: 'bis 01.12.2026, 10:00, wenn du es jetzt einblendest',
    soon: false,
  };
  expect(adRuntime({ ...hidden, hidden_days_left: 30 }, now)).toMatchObject(still);
  const runs = { until: 'bis 01.12.2026, 10:00', soon: true };
  expect(adRuntime({ ...hidden, hidden_days_left: 0 }, now)).toMatchObject(runs);
  expect(adRuntime({ ...hidden, inserat_typ: 'free', hidden_days_left: 30 }, now)).toMatchObject(
    runs,
  );
  expect(adRuntime({ ...hidden, hidden_at: null, hidden_days_left: 30 }, now)).toMatchObject(runs);
});

test('a planned ad names its start, an expired one its end, a draft nothing [INS-06]', () => {
  const run = {
    start_at: '2026-12-02T11:00:00.000Z',
    end_at: '2026-12-05T11:00:00.000Z',
    start_zeit: '02.12.2026 12:00',
  };
  expect(adRuntime(sampleInserat({ inserat_status: 'geplant', ...run }), now)).toMatchObject({
    percent: 0,
    left: 'Start am 02.12.2026, 12:00',
  });
  expect(
    adRuntime(sampleInserat({ inserat_status: 'abgelaufen', end_zeit: '29.11.2026 12:00' }), now),
  ).toMatchObject({
    percent: 100,
    left: 'Abgelaufen am 29.11.2026, 12:00',
    soon: false,
  });
  expect(
    adRuntime(sampleInserat({ inserat_status: 'entwurf', start_at: null, end_at: null }), now),
  ).toBeNull();
});
