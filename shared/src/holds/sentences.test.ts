import { expect, test } from 'vitest';
import { DAY_MS } from '../kernel/time.ts';
import { UNDECIDED_MS } from '../moderation/review-rules.ts';
import { INDEPENDENT_WITHIN_MS } from '../reports/rules.ts';
import { HOLD_REASONS } from '../testing/hold-reasons.ts';
import { nonEmpty } from '../testing/non-empty.ts';
import { isDiscreet, REASON_IDS } from './reason-rules.ts';
import { FINAL_APPEAL_MS, RESUBMITS_PER_DAY } from './rules.ts';
import { AUTOMATIC_SENTENCES, filledReasons, HOLD_SENTENCES, namesReasons } from './sentences.ts';

const reasons = nonEmpty(REASON_IDS).map((id) => ({
  ...HOLD_REASONS[id],
  discreet: isDiscreet(id),
}));
const filled = (of: typeof HOLD_REASONS) =>
  HOLD_SENTENCES.map((said) => filledReasons(said, of, (label) => label.replace('&', '&amp;')));
const SAID = filled(HOLD_REASONS);

test('the terms name the reasons of a final decision without a refund, and no other [BOF-33, FIX-40]', () => {
  const [sentence] = nonEmpty(SAID.filter((said) => said.includes('endgültig, bekommst')));
  const none = reasons.filter(({ refunds, final }) => final && !refunds);
  const names = none.map(({ label }) => `«${label}»`);
  expect(names.length).toBeGreaterThan(2);
  expect(sentence).toContain(`ausser bei ${names.slice(0, -1).join(', ')} und ${names.at(-1)}.`);
  for (const { label, refunds, final } of reasons)
    expect(sentence!.includes(`«${label}»`), label).toBe(final && !refunds);
});

test('the terms name the reasons that are told with the decision only, and no other [FIX-40]', () => {
  const [sentence] = nonEmpty(SAID.filter((said) => said.includes('sagen wir dir den')));
  const [first, last] = reasons.filter(({ discreet }) => discreet).map(({ label }) => `«${label}»`);
  expect(sentence).toContain(`bei ${first} und ${last} erst mit dem Entscheid`);
  for (const { label, discreet } of reasons)
    expect(sentence!.includes(`«${label}»`), label).toBe(discreet);
});

test('looks and holds state their times as the product has them [BOF-35, BOF-36, BOF-52, FIX-40]', () => {
  const said = SAID.join(' ');
  expect(said).toContain(`innert ${UNDECIDED_MS / DAY_MS} Tagen, bekommst du den ganzen Preis`);
  expect(RESUBMITS_PER_DAY).toBe(5);
  expect(said).toContain('bis zu 5-mal am Tag');
  expect(said).toContain(`gegen einen endgültigen innert ${FINAL_APPEAL_MS / DAY_MS} Tagen`);
  const automatic = AUTOMATIC_SENTENCES.join(' ');
  expect(automatic).toContain(`innert ${INDEPENDENT_WITHIN_MS / DAY_MS} Tagen mehrere dringende`);
  expect(automatic).toContain(`innert ${UNDECIDED_MS / DAY_MS} Tagen niemand`);
});

test('the terms follow what the house changes of its reasons, and nothing of a name is markup [BOF-109, BOF-33]', () => {
  expect(HOLD_SENTENCES.filter(namesReasons)).toHaveLength(2);
  expect(SAID.some(namesReasons)).toBe(false);
  const sentence = (of: typeof HOLD_REASONS) =>
    filled(of).find((said) => said.includes('endgültig, bekommst'));
  const none = Object.fromEntries(
    REASON_IDS.map((id) => [id, { ...HOLD_REASONS[id], refunds: true }]),
  ) as typeof HOLD_REASONS;
  expect(sentence(none)).toMatch(/als Credits zurück\.$/);
  const one = { ...none, betrug: { ...none.betrug, label: 'Trug & $1', refunds: false } };
  expect(sentence(one)).toMatch(/zurück, ausser bei «Trug &amp; \$1»\.$/);
});
