import * as z from 'zod/mini';
import { action } from '../kernel/action.ts';
import { checked, id, tidied } from '../kernel/fields.ts';
import { tidyLine, tidyText } from '../kernel/text.ts';
import { supportSubjectProblem } from './rules.ts';
import { templateNameProblem, templateProblem } from './thread-rules.ts';

const said = z.object({ message: z.string() });
const content = {
  name: tidied(tidyLine, templateNameProblem),
  /** The subject that it fits. */
  subject: checked(supportSubjectProblem),
  text: tidied(tidyText, templateProblem),
};

export const templates = action({
  name: 'templates',
  method: 'GET',
  audience: 'staff',
  right: 'inbox.read',
  summary: 'The texts that the house chooses from when it answers, by name.',
  passive: true,
  input: z.object({}),
  output: z.object({
    items: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        subject: z.string(),
        text: z.string(),
        version: z.int(),
      }),
    ),
  }),
  errors: [],
});

export const addTemplate = action({
  name: 'add_template',
  method: 'POST',
  audience: 'staff',
  right: 'template.edit',
  summary: 'Adds a text for answers.',
  input: z.object(content),
  output: said,
  errors: ['INVALID_INPUT'],
});

export const changeTemplate = action({
  name: 'change_template',
  method: 'POST',
  audience: 'staff',
  right: 'template.edit',
  summary: 'Changes a text for answers; refused if somebody changed it since `seen_version`.',
  input: z.object({ ...content, template_id: id, seen_version: z.int() }),
  output: said,
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'STAFF_VERSION_CONFLICT'],
});

export const deleteTemplate = action({
  name: 'delete_template',
  method: 'POST',
  audience: 'staff',
  right: 'template.edit',
  summary: 'Deletes a text for answers.',
  input: z.object({ template_id: id }),
  output: said,
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
});
