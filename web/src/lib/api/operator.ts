/** How the operator is reached: `OPERATOR_…` of the server. */
export interface Operator {
  email: string;
  phone: string;
}

/** Where the server puts each value into a document that was rendered at build time. */
const PLACES: Operator = {
  email: '%OPERATOR_EMAIL%',
  phone: '%OPERATOR_PHONE%',
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
