import type { RiskWeights } from '../moderation/signal-rules.ts';

/** The weights of the specification, the first version of their list. */
export const RISK_WEIGHTS: RiskWeights = {
  word_age: 70,
  picture_of_held: 60,
  phone_of_held: 60,
  picture_elsewhere: 40,
  chargeback: 40,
  phone_elsewhere: 30,
  phrase_near: 30,
  report: 25,
  first_thing: 20,
  changed: 20,
  account_new: 15,
  contact_in_text: 10,
  good_history: -30,
};
