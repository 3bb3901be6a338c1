import { expect, test } from 'vitest';
import { DAY_MS } from '../kernel/time.ts';
import { UNDECIDED_MS } from '../moderation/review-rules.ts';
import { INDEPENDENT_WITHIN_MS } from '../reports/rules.ts';
import { nonEmpty } from '../testing/non-empty.ts';
import { FINAL_APPEAL_MS, REASON_IDS, RESUBMITS_PER_DAY, reasonOf } from './rules.ts';
import { AUTOMATIC_SENTENCES, HOLD_SENTENCES } from './sentences.ts';

const reasons = nonEmpty(REASON_IDS).map(reasonOf);

test('the terms name the reasons of a final decision without a refund, and no other [BOF-33, FIX-40]', () => {
  const [sentence] = nonEmpty(
    HOLD_SENTENCES.filter((said) => said.includes('endgültig, bekommst')),
  );
  const none = reasons.filter(({ rest, kinds }) => rest === 'keiner' && kinds.includes('final'));
  const names = none.map(({ label }) => `«${label}»`);
  expect(names.length).toBeGreaterThan(2);
  expect(sentence).toContain(`ausser bei ${names.slice(0, -1).join(', ')} und ${names.at(-1)}.`);
  for (const { label, rest, kinds } of reasons)
    expect(sentence!.includes(`«${label}»`), label).toBe(
      rest === 'keiner' && kinds.includes('final'),
    );
});

test('the terms name the reasons that are told with the decision only, and no other [FIX-40]', () => {
  const [sentence] = nonEmpty(HOLD_SENTENCES.filter((said) => said.includes('sagen wir dir den')));
  const [first, last] = reasons.filter(({ discreet }) => discreet).map(({ label }) => `«${label}»`);
  expect(sentence).toContain(`bei ${first} und ${last} erst mit dem Entscheid`);
  for (const { label, discreet } of reasons)
    expect(sentence!.includes(`«${label}»`), label).toBe(discreet === true);
});

test('looks and holds state their times as the product has them [BOF-35, BOF-36, BOF-52, FIX-40]', () => {
  const said = HOLD_SENTENCES.join(' ');
  expect(said).toContain(`innert ${UNDECIDED_MS / DAY_MS} Tagen, bekommst du den ganzen Preis`);
  expect(RESUBMITS_PER_DAY).toBe(5);
  expect(said).toContain('bis zu 5-mal am Tag');
  expect(said).toContain(`gegen einen endgültigen innert ${FINAL_APPEAL_MS / DAY_MS} Tagen`);
  const automatic = AUTOMATIC_SENTENCES.join(' ');
  expect(automatic).toContain(`innert ${INDEPENDENT_WITHIN_MS / DAY_MS} Tagen mehrere dringende`);
  expect(automatic).toContain(`innert ${UNDECIDED_MS / DAY_MS} Tagen niemand`);
});
