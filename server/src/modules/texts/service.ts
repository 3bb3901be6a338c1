export { assertTermsAccepted, eraseAcceptances, newTermsFor, termsOf } from './acceptance.ts';
export { textOperation } from './desk.ts';
export { mailTexts } from './mail-texts.ts';
export { ownTables } from './own-data.ts';
export { officeHours, textPage } from './pages.ts';
export { type TextSettings, type Values, valuesOf } from './values.ts';
