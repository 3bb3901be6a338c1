import type { Plugin } from 'vite';

/**
 * Leaves out the word lists that `strengthOptions` does not use, which are half of the worker that
 * judges passwords; the packages export all lists of a language as one object.
 */
export const usedWordLists = (): Plugin => ({
  name: 'used-word-lists',
  apply: 'build',
  load: {
    filter: {
      id: /@zxcvbn-ts\/(language-\w+\/dist\/(wikipedia|diceware|wordSequences)|language-en\/dist\/lastnames)\.json\.(mjs|esm\.js)$/,
    },
    handler: () => 'export default [];',
  },
});
