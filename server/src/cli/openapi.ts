import { relative } from 'node:path';
import { generateOpenApi, writeOpenApi } from '../openapi.ts';
import type { Command } from './command.ts';

export const openapi: Command = {
  usage: 'openapi [--write]',
  summary: 'Gibt die Beschreibung aller Aufrufe als OpenAPI 3.1 aus, oder schreibt sie nach docs/.',
  options: { write: { type: 'boolean' } },
  prepare: (_places, { write }) => ({
    async alone() {
      if (!write) {
        const { json } = generateOpenApi();
        return { text: json.trimEnd(), data: { document: JSON.parse(json) } };
      }
      const changed = writeOpenApi().map((file) => relative(process.cwd(), file));
      return {
        text: changed.length
          ? `Geschrieben: ${changed.join(', ')}.`
          : 'docs/openapi.json und docs/API.md sind aktuell.',
        data: { changed },
      };
    },
  }),
};
