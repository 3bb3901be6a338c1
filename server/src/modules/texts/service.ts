export {
  acceptTerms,
  assertTermsAccepted,
  eraseAcceptances,
  newTermsFor,
} from './acceptance.ts';
export { draft, save, submit, textOperation } from './desk.ts';
export { ownTables } from './own-data.ts';
export { type TextPage, textPage } from './pages.ts';
export { type TextSettings, type Values, valuesOf } from './values.ts';
