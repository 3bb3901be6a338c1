import type { Credits } from '../kernel/money.ts';

export const PACKAGE_IDS = ['free', '1_day', '3_days', '5_days', '1_week', '1_month'] as const;
export type PackageId = (typeof PACKAGE_IDS)[number];

interface Package {
  title: string;
  price: Credits;
  /** Calendar days in Swiss time. */
  days: number;
}

/** EDI-33 to EDI-38, PRI-03 to PRI-08. */
export const PACKAGES: Record<PackageId, Package> = {
  free: { title: '30 Tage Gratis', price: 0, days: 30 },
  '1_day': { title: '1 Tag Premium', price: 10, days: 1 },
  '3_days': { title: '3 Tage Premium', price: 20, days: 3 },
  '5_days': { title: '5 Tage Premium', price: 30, days: 5 },
  '1_week': { title: '1 Woche Premium', price: 40, days: 7 },
  '1_month': { title: '1 Monat Premium', price: 100, days: 30 },
};
