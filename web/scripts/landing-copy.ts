import type { Plugin } from 'vite';

const LANDING = /\/src\/features\/landing\/rules\.ts$/;

/**
 * The landing page has a copy of its own of the few lines that others share: a file for them alone
 * would be one more request for every page (EXP-07).
 */
export const landingCopy = (): Plugin => ({
  name: 'landing-copy',
  apply: 'build',
  enforce: 'pre',
  async resolveId(source, importer) {
    if (!importer || !LANDING.test(importer)) return null;
    const resolved = await this.resolve(source, importer, { skipSelf: true });
    return resolved && `${resolved.id}?landing`;
  },
});
