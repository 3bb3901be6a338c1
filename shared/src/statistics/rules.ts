export const STATISTICS_DAYS = { default: 30, max: 365 } as const;

/** What is bought for an ad to be seen more. */
export const EFFECT_KINDS = ['push', 'topad', 'farbe', 'story'] as const;
export type EffectKind = (typeof EFFECT_KINDS)[number];

/** What a visitor of a website did with an ad or a club. */
export const VISIT_KINDS = ['view', 'phone', 'whatsapp', 'sms', 'homepage'] as const;
export type VisitKind = (typeof VISIT_KINDS)[number];

/** What visitors press to reach an advertiser, as statistics and privacy page call it. */
export const CONTACT_LABELS: Record<Exclude<VisitKind, 'view'>, string> = {
  phone: 'Telefon',
  whatsapp: 'WhatsApp',
  sms: 'SMS',
  homepage: 'Homepage',
};

/** The same by the same visitor within this time counts once. */
export const VISIT_ONCE_MINUTES = 30;
/** A push is measured over this time. */
export const PUSH_HOURS = 6;
/**
 * The hours without any extra that are needed before anything is compared with them, and how far
 * back they are looked for.
 */
export const USUAL_HOURS = { least: 24, days: 28 } as const;
/** An effect is compared once it was measured for so long. */
export const EFFECT_LEAST_HOURS = 1;
export const EFFECTS_MOST = 50;
/** Views by hour are kept for so long; the days stay as long as what they were counted of. */
export const HOURS_KEPT_DAYS = 60;
