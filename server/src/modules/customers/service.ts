export { deletionOperation } from './deletion.ts';
export { discountOperation, setDiscount } from './discount.ts';
export { correctCredits, creditsOperation, debtOperation, locked } from './help.ts';
export { DELETED } from './search.ts';
export { emailOperation, factorOperation } from './takeover.ts';
