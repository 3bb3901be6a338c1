export { packagePricesOf, pricesAt, topupPackagesAt } from './prices.ts';
