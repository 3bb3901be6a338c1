import type { Action } from '@samtrot/shared/kernel/action.ts';
import type { Plugin } from 'vite';

const isAction = (value: unknown): value is Action =>
  typeof value === 'object' && value !== null && 'method' in value && 'audience' in value;

/**
 * The browser sends calls and leaves checking to the server: of a contract it loads names and methods, not the schemas. A page that
 * needs more of a contract than its actions fails the build; that belongs into the rules of the domain.
 */
export const callsOnly = (): Plugin => ({
  name: 'calls-only',
  apply: 'build',
  load: {
    filter: { id: /\/shared\/src\/.*contract\.ts$/ },
    async handler(id) {
      const contract: Record<string, unknown> = await import(id);
      // What `call` reads of an action.
      return Object.entries(contract)
        .filter((entry): entry is [string, Action] => isAction(entry[1]))
        .map(([name, { name: sent, method, money }]) => {
          return `export const ${name} = ${JSON.stringify({ name: sent, method, money })};`;
        })
        .join('\n');
    },
  },
});
