export { deletionOperation } from './deletion.ts';
export { correctCredits, creditsOperation, locked } from './help.ts';
export { emailOperation, factorOperation } from './takeover.ts';
