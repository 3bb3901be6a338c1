export { deletionOperation } from './deletion.ts';
export { correctCredits, creditsOperation } from './help.ts';
export { emailOperation, factorOperation } from './takeover.ts';
