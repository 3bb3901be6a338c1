import {
  ownWords,
  strengthOptions,
  strengthProblem,
} from '@samtrot/shared/accounts/password-strength-rules.ts';
import { invalid } from '@samtrot/shared/kernel/errors.ts';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';

let library: Promise<ZxcvbnFactory> | undefined;
/** The word lists take memory and half a second: loaded with the first new password. */
const load = async () => {
  const [common, de, en, fr, it] = await Promise.all([
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-de'),
    import('@zxcvbn-ts/language-en'),
    import('@zxcvbn-ts/language-fr'),
    import('@zxcvbn-ts/language-it'),
  ]);
  return new ZxcvbnFactory(strengthOptions(common, { de, en, fr, it }));
};

/**
 * Asserts that a new password, which keeps the eight rules, is hard to guess and holds no name.
 * @throws INVALID_INPUT at `password` (ACC-40)
 */
export async function assertStrongPassword(
  password: string,
  names: Parameters<typeof ownWords>[0],
): Promise<void> {
  library ??= load();
  const strength = await library;
  const problem = strengthProblem(password, ownWords(names), (text, own) =>
    strength.check(text, own),
  );
  if (problem) throw invalid({ password: problem });
}
