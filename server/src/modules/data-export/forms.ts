import type { Sql } from '../../platform/db.ts';
import type { OwnFile } from '../../platform/own-data.ts';
import * as banners from '../banners/service.ts';
import * as catalogue from '../catalogue/service.ts';
import * as clubs from '../clubs/service.ts';
import * as inserate from '../inserate/service.ts';
import * as partners from '../partners/service.ts';

/** A list of an export in the form in which the portal's pages get it. */
export interface Form {
  file: OwnFile;
  name: string;
  about: string;
  /** Fields that no table of the file has. */
  fields: Readonly<Record<string, string>>;
  read(ctx: { db: Sql; now: Date }, accountId: number): Promise<readonly unknown[]>;
}

/** In every form. */
const COMMON = {
  ID: 'Nummer',
  start_at: 'Beginn',
  end_at: 'Ende',
  start_zeit: 'Beginn in Schweizer Zeit',
  end_zeit: 'Ende in Schweizer Zeit',
  planned_refund: 'Credits, die beim Löschen zurückkommen, solange nichts begonnen hat',
};

export const FORMS: readonly Form[] = [
  {
    file: 'inserate',
    name: 'inserate',
    about: 'Deine Inserate, wie sie auf deinen Seiten stehen.',
    fields: {
      ...COMMON,
      inserat_status: 'Stand',
      post_status: 'publish (aufgegeben) oder draft (Entwurf)',
      imageSources:
        'Bilder: url und variants (Adressen), width und height (Pixel), placeholder (Vorschaubild), name (Dateiname), attachment_id (Nummer, dazu die Datei bilder/bild-NUMMER.webp), cloudflare_id (Prüfsumme), mainImage (Hauptbild), sortName (Reihenfolge), rating (Einstufung), base64ImageString (immer leer)',
      videoSources:
        'Videos: url, thumbnail und cloudflare_variant_0 (Adressen), attachment_id (Nummer, dazu die Datei bilder/video-NUMMER.mp4), seconds (Dauer), progress (Umwandlung in Prozent); das Übrige wie bei den Bildern',
      story_image: 'Bild der Story, wie imageSources',
      story_video: 'Video der Story, wie videoSources',
      selectedRegions: 'Kantone',
      push_date: 'Tag des ersten einzelnen Pushs',
      price_options: 'Preise der Laufzeiten',
      package_price: 'was das Paket der laufenden Buchung gekostet hat',
      push_refund:
        'Credits, die für einen Push-Termin mindestens zurückkommen, wenn er nicht kommt',
      reactivation_date: 'Tag, an dem es endet oder sich verlängert',
      push_taglich: 'ob es tägliche Pushs hat',
      inserat_farbe: 'ob es farbig ist',
      inserat_topad: 'ob es Top-Inserat ist',
      inserat_story: 'ob eine Story läuft',
      topad_offer: 'Angebot für ein Top-Inserat: Stunden und Preis',
      story_offer: 'Angebot für eine Story: Stunden und Preis',
      next_push_at: 'nächster Push',
      last_push_at: 'letzter Push',
      reaktivierung: 'ob es sich verlängert',
      renewal_price: 'Preis einer Verlängerung in Credits',
      hidden_days_left: 'Tage, die es noch ausgeblendet sein kann, ohne Zeit zu verlieren',
      short_daily_times: 'tägliche Pushs, für die Credits zurückkamen',
      booked_at: 'wann gebucht',
      deletes_at: 'wann ein alter Entwurf gelöscht wird, sobald es seine Karte sagt',
      paid: 'was die Laufzeit bezahlt hat',
    },
    read: (ctx, accountId) => inserate.listOwn(ctx, accountId),
  },
  {
    file: 'inserate',
    name: 'begriffe',
    about: 'Was die Nummern der Kategorien und Angebote bedeuten.',
    fields: {
      kantone: 'Kantone: id (Kürzel) und name',
      kategorien: 'Kategorien: id und name',
      angebote: 'Angebote: id und name',
    },
    read: async (ctx) => {
      const { cantons, categories, offerings } = await catalogue.choicesAt(ctx);
      const named = (list: typeof categories) => list.map(({ id, name }) => ({ id, name }));
      return [{ cantons, categories: named(categories), offerings: named(offerings) }];
    },
  },
  {
    file: 'inserate',
    name: 'webseiten',
    about: 'Was die Nummern der Webseiten bedeuten.',
    fields: { id: 'Nummer', name: 'Name', url: 'Adresse', status: 'on: zeigt Inserate' },
    read: ({ db }) => partners.onlineWebsites(db),
  },
  {
    file: 'banner',
    name: 'banner',
    about: 'Deine Banner, wie sie auf deinen Seiten stehen.',
    fields: {
      ...COMMON,
      post_title: 'Titel',
      TYPE: 'immer banner',
      status: 'Stand',
      webseiten: 'gewählte Webseiten',
      banner_bild: 'Bild: Adressen, Grösse in Pixeln, Nummer und Einstufung',
      start_datum: 'Beginn in Schweizer Zeit',
      end_datum: 'Ende in Schweizer Zeit',
      banner_credits: 'Preis der letzten Buchung in Credits',
      post_date: 'wann gespeichert, in Schweizer Zeit',
      zahlen: 'je Webseite: views (gezeigt) und clicks (angetippt)',
    },
    read: (ctx, accountId) => banners.listOwn(ctx, accountId),
  },
  {
    file: 'clubs',
    name: 'clubs',
    about: 'Deine Clubs, wie sie auf deinen Seiten stehen.',
    fields: {
      ...COMMON,
      TYPE: 'immer club',
      bilder: 'Bilder, wie imageSources in inserate.json',
      club_credits: 'Preis der letzten Buchung in Credits',
      post_date: 'wann gespeichert, in Schweizer Zeit',
    },
    read: (ctx, accountId) => clubs.listOwn(ctx, accountId),
  },
];
