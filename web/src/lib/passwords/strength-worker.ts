/**
 * The worker behind `usePasswordStrength`: holds the word lists, so that neither loading them nor
 * judging a password keeps the page from answering.
 */
import {
  strengthOptions,
  strengthProblem,
} from '@samtrot/shared/accounts/password-strength-rules.ts';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as common from '@zxcvbn-ts/language-common';
import * as de from '@zxcvbn-ts/language-de';
import * as en from '@zxcvbn-ts/language-en';
import * as fr from '@zxcvbn-ts/language-fr';
import * as it from '@zxcvbn-ts/language-it';

export interface Question {
  password: string;
  own: string[];
}

const library = new ZxcvbnFactory(strengthOptions(common, { de, en, fr, it }));

self.onmessage = ({ data: { password, own } }: MessageEvent<Question>) => {
  const problem = strengthProblem(password, own, (text, words) => library.check(text, words));
  self.postMessage({ password, problem });
};
