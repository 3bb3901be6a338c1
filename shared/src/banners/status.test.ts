import { expect, test } from 'vitest';
import { addCalendarMonths, instantOf } from '../kernel/calendar.ts';
import {
  afterBanner,
  BANNER_STATUS_LABELS,
  type BannerEvent,
  type BannerRun,
  bannerLife,
  bannerStatus,
} from './status.ts';

const NEVER: BannerRun = { start_at: null, end_at: null, hidden_at: null };
const at = (base: Date, ms: number) => new Date(base.getTime() + ms);
const run = (
  date: string,
  time: string,
  months: number,
): BannerRun & { start_at: Date; end_at: Date } => {
  const start_at = instantOf(date, time);
  return { start_at, end_at: addCalendarMonths(start_at, months), hidden_at: null };
};

test('without a booking a banner is a draft, whatever the time [BAN-10]', () => {
  expect(bannerStatus(NEVER, new Date(0))).toBe('entwurf');
  expect(bannerStatus(NEVER, new Date('2099-01-01'))).toBe('entwurf');
  const { start_at, end_at } = run('2026-11-20', '13:00', 1);
  expect(bannerStatus({ ...NEVER, start_at }, end_at)).toBe('entwurf');
  expect(bannerStatus({ ...NEVER, end_at }, end_at)).toBe('entwurf');
});

// In winter, and with a start or an end on the days on which Switzerland changes its clocks.
test.each([
  ['2026-11-20', '13:00', 1],
  ['2027-02-28', '02:30', 1],
  ['2027-03-28', '02:30', 1],
  ['2026-09-25', '02:30', 1],
  ['2026-10-25', '02:30', 12],
])(
  'a banner from %s %s for %i months changes at the millisecond of its start and of its end [BAN-10]',
  (...when) => {
    const booked = run(...when);
    const { start_at, end_at } = booked;
    expect(bannerStatus(booked, at(start_at, -1))).toBe('geplant');
    expect(bannerStatus(booked, start_at)).toBe('aktiv');
    expect(bannerStatus(booked, at(end_at, -1))).toBe('aktiv');
    expect(bannerStatus(booked, end_at)).toBe('abgelaufen');
    expect(bannerStatus(booked, at(end_at, 1))).toBe('abgelaufen');
  },
);

test('a hidden banner is hidden to the last millisecond before its end, then over [BAN-10, BAN-11, X-23]', () => {
  const booked = run('2026-11-20', '13:00', 1);
  const hidden = { ...booked, hidden_at: at(booked.start_at, 1) };
  expect(bannerStatus(hidden, at(booked.start_at, 1))).toBe('ausgeblendet');
  expect(bannerStatus(hidden, at(booked.end_at, -1))).toBe('ausgeblendet');
  expect(bannerStatus(hidden, booked.end_at)).toBe('abgelaufen');
});

test('each event of the table leads where it says, every other one nowhere [BAN-12, BAN-13, BAN-14, BAN-26, BAN-27]', () => {
  const events = [
    ...new Set(Object.values(bannerLife).flatMap((steps) => Object.keys(steps))),
  ] as BannerEvent[];
  const from = (event: BannerEvent) =>
    Object.fromEntries(
      (Object.keys(bannerLife) as (keyof typeof bannerLife)[])
        .map((status) => [status, afterBanner(status, event)])
        .filter(([, next]) => next !== null),
    );
  const all = {
    entwurf: 'entwurf',
    geplant: 'geplant',
    aktiv: 'aktiv',
    ausgeblendet: 'ausgeblendet',
    abgelaufen: 'abgelaufen',
  };
  const deleted = Object.fromEntries(Object.keys(all).map((status) => [status, 'geloescht']));
  expect(Object.fromEntries(events.map((event) => [event, from(event)]))).toEqual({
    aendern: all,
    duplizieren: all,
    loeschen: deleted,
    bestellen: { entwurf: 'aktiv', abgelaufen: 'aktiv' },
    planen: { entwurf: 'geplant', abgelaufen: 'geplant' },
    starten: { geplant: 'aktiv' },
    aktivieren: { geplant: 'aktiv', ausgeblendet: 'aktiv' },
    ausblenden: { aktiv: 'ausgeblendet' },
    ablaufen: { aktiv: 'abgelaufen', ausgeblendet: 'abgelaufen' },
    erneuern: { aktiv: 'aktiv' },
  });
});

test('a refusal names the state of the banner [BAN-10]', () => {
  expect(BANNER_STATUS_LABELS).toEqual({
    entwurf: 'ein Entwurf',
    geplant: 'geplant',
    aktiv: 'online',
    ausgeblendet: 'ausgeblendet',
    abgelaufen: 'abgelaufen',
  });
});
