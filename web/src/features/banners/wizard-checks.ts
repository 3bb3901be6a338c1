/** The rules of the wizard in one file of their own; `use-wizard.ts` loads it. */
export { bannerProblems } from '@samtrot/shared/banners/problems.ts';
export { startProblems } from '@samtrot/shared/kernel/start.ts';
