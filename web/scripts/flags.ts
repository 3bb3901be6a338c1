import { COUNTRIES, type CountryId } from '@samtrot/shared/inserate/countries.ts';
import * as flags from 'country-flag-icons/string/3x2';
import type { Plugin } from 'vite';

// biome-ignore lint/performance/noDynamicNamespaceImportAccess: it runs while building and is part of no page
const svgOf = (id: CountryId): string => flags[id];

/**
 * Puts the flags of the phone chooser beside the pages, as `/flags/CH.svg`: from our own origin,
 * and only those that are used (EDI-65).
 */
export const countryFlags = (): Plugin => ({
  name: 'country-flags',
  generateBundle() {
    for (const { id } of COUNTRIES)
      this.emitFile({ type: 'asset', fileName: `flags/${id}.svg`, source: svgOf(id) });
  },
  configureServer({ middlewares }) {
    middlewares.use('/flags', (request, response, next) => {
      const country = COUNTRIES.find(({ id }) => request.url === `/${id}.svg`);
      if (!country) return next();
      response.setHeader('content-type', 'image/svg+xml');
      response.end(svgOf(country.id));
    });
  },
});
