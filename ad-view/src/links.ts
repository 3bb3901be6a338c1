/** Addresses of the website that shows the ad. */
export interface AdLinks {
  /** The page of the ad itself. */
  page: string;
  /** The list. */
  list: string;
  story: string;
  report: string;
  /** Told of a press on the telephone number. */
  phone: string;
  /** These count the click and lead on. */
  whatsapp: string;
  homepage: string;
}
