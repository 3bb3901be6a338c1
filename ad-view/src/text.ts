import type { DeliveredAd } from '@samtrot/shared/delivery/contract.ts';
import { placeText } from '@samtrot/shared/inserate/place.ts';

/** The stored value has a spelling mistake that is not shown. */
const IMAGE_LABELS: Record<DeliveredAd['originalbilder'], string | null> = {
  'Keine Angaben': null,
  'Original Bilder': 'Original Bilder',
  'Typenänliche Bilder': 'Typenähnliche Bilder',
  'KI-generierte Bilder': 'KI-generierte Bilder',
};

export const imageLabel = (ad: DeliveredAd): string | null => IMAGE_LABELS[ad.originalbilder];

/** PLZ and place where the ad says them, else its regions. */
export function placeOf(ad: DeliveredAd): string {
  if (ad.standort) return placeText(ad.standort);
  const names = ad.cantons.map(({ name }) => name);
  return names.length > 2 ? `${names[0]} und ${names.length - 1} weitere` : names.join(', ');
}

/** What a map is asked for; null where the ad says no more than its region. */
export function mapQuery({ adresse, standort }: DeliveredAd): string | null {
  const { strasse, plz, ort, land } = { ...EMPTY_PLACE, ...standort, ...adresse };
  return [strasse, [plz, ort].filter(Boolean).join(' '), land].filter(Boolean).join(', ') || null;
}
const EMPTY_PLACE = { strasse: '', plz: '', ort: '', land: '' };

/** Only digits reach the link. */
export const phoneLink = (e164: string): string => `tel:+${e164.replace(/\D/g, '')}`;

export const smsLink = (e164: string): string => `sms:+${e164.replace(/\D/g, '')}`;

export const whatsappLink = (e164: string): string => `https://wa.me/${e164.replace(/\D/g, '')}`;

/** Only https addresses become links, whatever the response contains. */
export function webLink(address: string): { href: string; host: string } | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  return url?.protocol === 'https:' && !url.username && !url.password
    ? { href: url.href, host: url.host }
    : null;
}

/** The address of a picture or video; none for other schemes, whatever the response contains. */
export const webFile = (url: string): string => (/^https?:\/\//.test(url) ? url : '');

/** The beginning of a text, cut between words. */
export function beginning(text: string, length: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= length) return line;
  return `${line.slice(0, length).replace(/\s+\S*$/, '')} …`;
}
