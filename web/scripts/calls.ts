import type { Action } from '@samtrot/shared/kernel/action.ts';
import type { Content } from '@samtrot/shared/kernel/content.ts';
import type { Plugin } from 'vite';
import type { BuiltAction } from '../src/lib/api/call.ts';

const isAction = (value: unknown): value is Action =>
  typeof value === 'object' && value !== null && 'method' in value && 'audience' in value;

/** Labels, lengths and words of fields, without the schemas. */
const dataOf = (content: Content) =>
  Object.fromEntries(
    Object.entries(content).map(([name, { value: _value, draft: _draft, ...data }]) => [
      name,
      data,
    ]),
  );

/** Every member that `call` reads; a missing one does not compile. */
const builtAction = ({
  name,
  method,
  form,
  money,
}: Action): Record<keyof BuiltAction, unknown> => ({
  name,
  method,
  form,
  money,
});

/** What a page may read of a contract, or undefined. */
function readable(name: string, value: unknown): unknown {
  if (isAction(value)) return builtAction(value);
  if (name === 'content') return dataOf(value as Content);
  return name.startsWith('BLANK_') ? value : undefined;
}

/**
 * The browser sends calls and leaves checking to the server: of a contract it loads what `call`
 * reads of actions and the data of `content`, not the schemas. A page that needs more of a contract
 * fails the build; that belongs into the rules of the domain.
 */
export const callsOnly = (): Plugin => ({
  name: 'calls-only',
  apply: 'build',
  load: {
    filter: { id: /\/shared\/src\/.*contract\.ts$/ },
    async handler(id) {
      const contract: Record<string, unknown> = await import(id);
      return Object.entries(contract)
        .map(([name, value]) => [name, JSON.stringify(readable(name, value))] as const)
        .flatMap(([name, text]) => (text === undefined ? [] : `export const ${name} = ${text};`))
        .join('\n');
    },
  },
});
