import { clubProblems } from '@samtrot/shared/clubs/problems.ts';
import type { FieldErrors } from '@samtrot/shared/kernel/errors.ts';
import { tidyLine, tidyText } from '@samtrot/shared/kernel/text.ts';
import type { ClubForm } from './form-values.ts';

type ValidationContext = Parameters<typeof clubProblems>[1];

const LINES = [
  'club_name',
  'titel',
  'vollstaendiger_name',
  'homepage',
  'strasse_und_nummer',
  'postleitzahl',
  'ort',
] as const;

/** The server's own check, run while typing. This file is loaded on demand: it brings the phone metadata. */
export const checkForm = (form: ClubForm, circumstances: ValidationContext): FieldErrors =>
  clubProblems(
    {
      ...form,
      ...Object.fromEntries(LINES.map((field) => [field, tidyLine(form[field])])),
      beschreibung: tidyText(form.beschreibung),
    },
    circumstances,
  );
