import type { InseratContent } from './content-contract.ts';
import { DEFAULT_COUNTRY } from './limits.ts';

/** What an ad says about where its advertiser is found (EXP-51). */
export const PLACES = ['region', 'ort', 'adresse'] as const;
export type Place = (typeof PLACES)[number];

type Switches = Pick<InseratContent, 'adresse_anzeigen' | 'ort_anzeigen'>;
type Given = { [Name in keyof Switches]?: Switches[Name] | undefined };

export const placeOf = ({ adresse_anzeigen, ort_anzeigen }: Given): Place =>
  adresse_anzeigen ? 'adresse' : ort_anzeigen ? 'ort' : 'region';

/** A whole address is also a place. */
export const switchesOf = (place: Place): Switches => ({
  adresse_anzeigen: place === 'adresse',
  ort_anzeigen: place !== 'region',
});

/** What a call chooses; one that says nothing keeps what the ad has, a new one the region. */
export const chosenPlace = (given: Given, kept: Switches): Switches =>
  given.adresse_anzeigen === undefined && given.ort_anzeigen === undefined
    ? switchesOf(placeOf(kept))
    : switchesOf(placeOf(given));

/** Whether the second says less than the first. */
export const saysLess = (before: Place, after: Place): boolean =>
  PLACES.indexOf(after) < PLACES.indexOf(before);

export const PLACE_TITLES: Record<Place, string> = {
  region: 'Nur Region',
  ort: 'Ort',
  adresse: 'Ganze Adresse',
};

/**
 * Whether an ad with this address hides part of it from visitors, by the title of how much it
 * shows; what was kept before there was one does not say, and counts as hidden.
 */
export const hidesAddress = (address: string | undefined, shown: string | undefined): boolean =>
  (address ?? '') !== '' && shown !== PLACE_TITLES.adresse;

export const ADDRESS_REMOVED = 'Deine Adresse wird überall entfernt.';

type Lines = Pick<
  InseratContent,
  'strasse_und_nummer' | 'adressezusatz' | 'postleitzahl' | 'ort' | 'land'
>;

/** The parts that visitors may see; null what was not chosen or is not written. */
export function shownPlace(ad: Lines & Switches): {
  standort: { plz: string; ort: string } | null;
  adresse: Record<'strasse' | 'zusatz' | 'plz' | 'ort' | 'land', string> | null;
} {
  const { strasse_und_nummer: strasse, adressezusatz: zusatz, postleitzahl: plz, ort, land } = ad;
  const place = placeOf(ad);
  return {
    standort: place !== 'region' && (plz || ort) ? { plz, ort } : null,
    adresse:
      place === 'adresse' && (strasse || plz || ort) ? { strasse, zusatz, plz, ort, land } : null,
  };
}

const joined = (parts: readonly string[], by: string) => parts.filter(Boolean).join(by);

/** `8004 Zürich` */
export const placeText = ({ plz, ort }: { plz: string; ort: string }): string =>
  joined([plz, ort], ' ');

/** The words that this choice puts into the ad; empty while they are not written yet. */
export function wholePlaceText(place: Place, ad: Lines, regions: readonly string[]): string {
  const { standort, adresse } = shownPlace({ ...ad, ...switchesOf(place) });
  if (place === 'region') return joined(regions, ', ');
  if (place === 'ort') return standort?.plz && standort.ort ? placeText(standort) : '';
  if (!adresse?.strasse || !adresse.plz || !adresse.ort) return '';
  const { strasse, zusatz, land } = adresse;
  return joined([strasse, zusatz, placeText(adresse), land === DEFAULT_COUNTRY ? '' : land], ', ');
}

const UNWRITTEN: Record<Place, string> = {
  region: 'Im Inserat stehen nur deine Regionen.',
  ort: 'PLZ und Ort, keine Strasse',
  adresse: 'Strasse, PLZ und Ort. Gut für Studios.',
};

/** What stands under a choice. */
export function placeHelp(place: Place, ad: Lines, regions: readonly string[]): string {
  const words = wholePlaceText(place, ad, regions);
  if (!words) return UNWRITTEN[place];
  return place === 'region' && regions.length > 1
    ? `Im Inserat stehen nur «${words}».`
    : `Im Inserat steht ${place === 'region' ? 'nur ' : ''}«${words}».`;
}
