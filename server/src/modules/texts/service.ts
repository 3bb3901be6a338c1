export { textOperation } from './desk.ts';
export { type TextPage, textPage } from './pages.ts';
export { type TextSettings, type Values, valuesOf } from './values.ts';
