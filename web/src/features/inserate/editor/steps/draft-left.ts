import { content, type Inserat } from '@samtrot/shared/inserate/contract.ts';
import { listText } from '@samtrot/shared/kernel/format.ts';
import { stepLeft } from '../../../../lib/session/steps-left.ts';
import { listedForm } from '../../list/listed-form.ts';
import { firstInSteps, STEPS } from './editor-steps.ts';
import { missing } from './editor-todo.ts';

/** The empty required fields of a draft, in the order of the form. */
const openFields = (ad: Inserat) => Object.keys(missing(listedForm(ad)));

/** `Es fehlen Telefon und Beschreibung.`; nothing where nothing required is empty. */
export function missingText(ad: Inserat): string {
  const words = openFields(ad).flatMap((name) => {
    const todo = content[name as keyof typeof content].todo?.[0];
    // «Telefon eingeben» becomes «Telefon».
    return todo ? todo.slice(0, todo.lastIndexOf(' ')) : [];
  });
  if (words.length === 0) return '';
  return `Es ${words.length === 1 ? 'fehlt' : 'fehlen'} ${listText(words)}.`;
}

/** Where a draft goes on: where it was left on this device, else where something is missing. */
export function whereLeft(ad: Inserat): { step: number; title: string; hash: string | undefined } {
  const step = stepLeft(ad.ID) ?? firstInSteps(openFields(ad))?.step ?? STEPS.length;
  const { title, sections } = STEPS[step - 1] ?? STEPS[0]!;
  return { step, title, hash: sections[0] };
}
