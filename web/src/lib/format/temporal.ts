/**
 * `Temporal` of the browser; in those without it the polyfill, which no other loads. The build puts
 * this in the place of the package (`scripts/temporal.ts`).
 */
const native = (globalThis as { Temporal?: typeof import('temporal-polyfill').Temporal }).Temporal;

export const Temporal = native ?? (await import('temporal-polyfill')).Temporal;
