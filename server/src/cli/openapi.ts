import { readFileSync, writeFileSync } from 'node:fs';
import { composeOffline } from '../app/compose-offline.ts';
import { apiDocument } from '../app/openapi/document.ts';
import { API_PAGE, renderApiPage } from '../app/openapi/page.ts';
import type { Command } from './command.ts';

export const openapi: Command = {
  usage: 'openapi [--write]',
  reads: true,
  summary: 'Gibt die Beschreibung aller Aufrufe als OpenAPI 3.1 aus, oder schreibt docs/API.md.',
  options: { write: { type: 'boolean' } },
  prepare: (_places, { write }) => ({
    async alone() {
      if (!write) {
        const document = apiDocument(composeOffline().handlers);
        return { text: JSON.stringify(document, null, 2), data: { document } };
      }
      const page = renderApiPage();
      const changed = page !== readFileSync(API_PAGE, 'utf8');
      if (changed) writeFileSync(API_PAGE, page);
      return {
        text: changed ? 'Geschrieben: docs/API.md.' : 'docs/API.md ist aktuell.',
        data: { changed },
      };
    },
  }),
};
