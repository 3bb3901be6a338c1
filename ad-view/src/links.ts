/** Addresses of the website that shows the ad. */
export interface AdLinks {
  /** The page of the ad itself. */
  page: string;
  story: string;
  report: string;
  /** Opens the place in the map application of the device. */
  map: string;
  /** Told of a press on the telephone number. */
  phone: string;
  /** Told of a press on the SMS link. */
  sms: string;
  /** These count the click and lead on. */
  whatsapp: string;
  homepage: string;
}
