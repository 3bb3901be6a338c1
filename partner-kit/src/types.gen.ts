/** Generated from the contract by `npm run generate`; docs/PARTNERS.md explains each field. */
export type DeliveredImage = { urls: Record<string, string>; width: number; height: number; placeholder: string; };
export type DeliveredVideo = { urls: Record<string, string>; poster: string; width: number; height: number; seconds: number; };
export type DeliveredAd = { id: string; name: string; titel: string; sprachen: Array<"de" | "fr" | "it" | "en" | "es" | "pt" | "ro" | "hu" | "ru" | "pl" | "th" | "zh">; telefon: string; erreichbar: { zeiten: Array<{ tage: Array<number>; von: string; bis: string; }>; nach_absprache: boolean; }; originalbilder: "Keine Angaben" | "Original Bilder" | "Typenänliche Bilder" | "KI-generierte Bilder"; beschreibung: string; beschreibung_html: string; sms: boolean; whatsapp: string | null; homepage: string | null; standort: { plz: string; ort: string; } | null; adresse: { strasse: string; zusatz: string; plz: string; ort: string; land: string; } | null; cantons: Array<{ id: string; name: string; }>; categories: Array<{ id: number; name: string; }>; offerings: Array<{ id: number; name: string; }>; images: Array<DeliveredImage>; videos: Array<DeliveredVideo>; topad: boolean; topad_until: string | null; farbe: boolean; story: { title: string; until: string; image: DeliveredImage | null; video: DeliveredVideo | null; } | null; published_at: string; lifted_at: string; end_at: string; updated_at: string; };
export type DeliveredClub = { id: string; name: string; titel: string; beschreibung: string; telefon: string; homepage: string | null; adresse: { strasse: string; zusatz: string; plz: string; ort: string; land: string; } | null; canton: { id: string; name: string; } | null; oeffnungszeiten: Array<{ tag: number; von: string; bis: string; }>; images: Array<DeliveredImage>; end_at: string | null; updated_at: string; };
export type DeliveredBanner = { id: string; slot: "a1" | "a2" | "a3" | "a4"; text: string; image: DeliveredImage | null; click_url: string; impression_url: string; end_at: string; };
export type Tombstone = { id: string; deleted: true; };
export type AdsAnswer = { success: true; ads: Array<DeliveredAd | Tombstone>; corrected: string | null; next_cursor: string | null; next_since: string; more: boolean; };
export type AdAnswer = { success: true; ad: DeliveredAd; };
export type AdCountAnswer = { success: true; total: number; new_today: number; corrected: string | null; };
export type SimilarAnswer = { success: true; ads: Array<DeliveredAd>; };
export type StoriesAnswer = { success: true; ads: Array<DeliveredAd>; next_cursor: string | null; more: boolean; };
export type ClubsAnswer = { success: true; clubs: Array<DeliveredClub | Tombstone>; next_cursor: string | null; next_since: string; more: boolean; };
export type ClubAnswer = { success: true; club: DeliveredClub; };
export type BannersAnswer = { success: true; banners: Array<DeliveredBanner>; };
export type ListsAnswer = { success: true; cantons: Array<{ id: string; name: string; }>; categories: Array<{ id: number; name: string; }>; offerings: Array<{ id: number; name: string; }>; };
export type VisitBody = { kind?: "view" | "phone" | "whatsapp" | "sms" | "homepage"; visitor: string; user_agent: string; };
export type PartnerReportBody = { object: { type: "inserat" | "club" | "banner"; id: string; }; reason: "minderjaehrig" | "zwang" | "bilder_ohne_zustimmung" | "persoenliche_daten" | "betrug" | "anderes"; message?: string; name?: string; email?: string; phone?: string; send_key?: string; visitor?: string; };
