/**
 * Who runs the portal, and the settings that its texts state: `OPERATOR_…`, `VAT_PERCENT` and
 * `REPORT_KEEP_MONTHS` of the server.
 */
export interface Operator {
  name: string;
  street: string;
  city: string;
  country: string;
  uid: string;
  register: string;
  representative: string;
  email: string;
  phone: string;
  /** Where the servers stand, in words. */
  hosting: string;
  /** Whether and where to data are disclosed abroad, in words. */
  abroad: string;
  /** Who represents the operator in the European Union, in words. */
  eu: string;
  /** Rate of the value added tax in what credits buy: `8.1 %`. */
  vat: string;
  /** Months for which decided reports are kept: `24`. */
  reports: string;
}

/** Where the server puts each value into a document that was rendered at build time. */
const PLACES: Operator = {
  name: '%OPERATOR_NAME%',
  street: '%OPERATOR_STREET%',
  city: '%OPERATOR_CITY%',
  country: '%OPERATOR_COUNTRY%',
  uid: '%OPERATOR_UID%',
  register: '%OPERATOR_REGISTER%',
  representative: '%OPERATOR_REPRESENTATIVE%',
  email: '%OPERATOR_EMAIL%',
  phone: '%OPERATOR_PHONE%',
  hosting: '%OPERATOR_HOSTING%',
  abroad: '%OPERATOR_ABROAD%',
  eu: '%OPERATOR_EU%',
  vat: '%OPERATOR_VAT%',
  reports: '%OPERATOR_REPORTS%',
};

/**
 * The operator's data: in the application those of its document, at build time the places where the
 * server puts them.
 */
export function operator(): Operator {
  const block = typeof document === 'undefined' ? null : document.getElementById('operator');
  const text = block?.textContent ?? '';
  return text.startsWith('{') ? (JSON.parse(text) as Operator) : PLACES;
}
