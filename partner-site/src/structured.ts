import type { DeliveredAd, DeliveredClub } from '@samtrot/partner';
import type { Frame, Page } from './pages.ts';
import { canonicalPath } from './search-engines.ts';

const NAME = 'Mondgarten';
const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/**
 * Structured data of a page (schema.org): never more than the page shows, no picture, and of an ad
 * only that it is a page for adults. In front of the age gate it describes the site alone.
 */
export function structuredData(page: Page, { publicUrl, path }: Frame): string | null {
  const address = (at: string) => `${publicUrl}${at}`;
  const site = {
    '@type': 'WebSite',
    '@id': address('/#site'),
    url: address('/'),
    name: NAME,
    inLanguage: 'de-CH',
    isFamilyFriendly: false,
  };
  const itself = {
    '@type': 'WebPage',
    url: address(canonicalPath(path)),
    inLanguage: 'de-CH',
    isFamilyFriendly: false,
    audience: { '@type': 'PeopleAudience', requiredMinAge: 18 },
    isPartOf: { '@id': site['@id'] },
  };
  const listed = (section: string, items: (DeliveredAd | DeliveredClub)[]) => ({
    '@type': 'ItemList',
    numberOfItems: items.length,
    itemListElement: items.map(({ id, name }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      url: address(`/${section}/${id}`),
      name,
    })),
  });
  const graph = {
    gate: () => [site],
    list: (shown: Page & { kind: 'list' }) => [
      site,
      listed('inserat', [...shown.topAds, ...shown.ads]),
    ],
    clubs: (shown: Page & { kind: 'clubs' }) => [site, listed('club', shown.clubs)],
    detail: ({ ad }: Page & { kind: 'detail' }) => [
      site,
      { ...itself, name: ad.name, dateModified: ad.updated_at },
    ],
    club: ({ club: shown }: Page & { kind: 'club' }) => [
      site,
      { ...itself, mainEntity: business(shown) },
    ],
  };
  const make = graph[page.kind as keyof typeof graph] as ((shown: Page) => object[]) | undefined;
  // Escaped, so that no text can close the script element.
  return make
    ? JSON.stringify({ '@context': 'https://schema.org', '@graph': make(page) }).replaceAll(
        '<',
        '\\u003c',
      )
    : null;
}

function business({ name, telefon, adresse, oeffnungszeiten }: DeliveredClub): object {
  return {
    '@type': 'LocalBusiness',
    name,
    ...(telefon && { telephone: telefon }),
    ...(adresse && {
      address: {
        '@type': 'PostalAddress',
        streetAddress: adresse.strasse,
        postalCode: adresse.plz,
        addressLocality: adresse.ort,
      },
    }),
    openingHoursSpecification: oeffnungszeiten.map(({ tag, von, bis }) => ({
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: DAYS[tag - 1],
      opens: von,
      closes: bis,
    })),
  };
}
