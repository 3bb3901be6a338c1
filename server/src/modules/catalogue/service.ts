export { catalogueOperation } from './desk.ts';
export { packagePricesOf, pricesAt, topupPackagesAt } from './prices.ts';
