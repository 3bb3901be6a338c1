export { correctCredits, creditsOperation } from './help.ts';
