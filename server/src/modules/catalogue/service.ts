export { catalogueOperation, draft, save, submit } from './desk.ts';
export { packagePricesOf, pricesAt, topupPackagesAt } from './prices.ts';
