import { type ClubContent, content } from '@samtrot/shared/clubs/contract.ts';
import { clubProblems } from '@samtrot/shared/clubs/problems.ts';
import { tidyTexts } from '@samtrot/shared/kernel/content.ts';
import type { FieldErrors } from '@samtrot/shared/kernel/errors.ts';

type ValidationContext = Parameters<typeof clubProblems>[1];

/**
 * The server's own check, run while typing. This file is loaded on demand: it brings the phone
 * metadata.
 */
export const checkForm = (form: ClubContent, context: ValidationContext): FieldErrors =>
  clubProblems(tidyTexts(content, form), context);
