export { type Choices, choicesAt } from './choices.ts';
export { catalogueOperation, draft, save, submit } from './desk.ts';
export { onlineTexts } from './desk-store.ts';
export { nextPhraseSearch } from './phrase-search.ts';
export { textOf } from './phrases.ts';
export {
  forbiddenPhrasesAt,
  holdReasonsAt,
  packagePricesOf,
  pricesAt,
  riskWeightsAt,
  topupPackagesAt,
} from './prices.ts';
