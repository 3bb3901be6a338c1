import { content, type InseratContent } from '@samtrot/shared/inserate/contract.ts';
import type { FieldErrors } from '@samtrot/shared/kernel/errors.ts';

/** The sections of the editor in the order of EDI-05, each with its first field of `content`. */
export const SECTIONS = {
  paket: { title: 'Paket', first: 'inserat_typ' },
  regionen: { title: 'Regionen', first: 'cantons' },
  kategorien: { title: 'Kategorien', first: 'categories' },
  angebote: { title: 'Angebote', first: 'offerings' },
  text: { title: 'Text', first: 'name' },
  kontakt: { title: 'Kontakt', first: 'telefon' },
  standort: { title: 'Wo findet man dich?', first: 'adresse_anzeigen' },
  bilder: { title: 'Bilder', first: 'originalbilder' },
  videos: { title: 'Videos', first: null },
  hervorheben: { title: 'Hervorheben', first: 'push_times' },
  start: { title: 'Veröffentlichung', first: 'auto_extend' },
} as const satisfies Record<string, { title: string; first: keyof InseratContent | null }>;
export type SectionId = keyof typeof SECTIONS;
export const SECTION_IDS = Object.keys(SECTIONS) as SectionId[];

interface Step {
  title: string;
  /** The heading above its sections. */
  question: string;
  sections: readonly SectionId[];
}

/** On a phone the same sections in six steps (EXP-40). */
export const STEPS: readonly Step[] = [
  { title: 'Was', question: 'Was bietest du an?', sections: ['paket', 'kategorien'] },
  { title: 'Wo', question: 'Wo findet man dich?', sections: ['regionen', 'standort'] },
  { title: 'Text', question: 'Stell dich vor', sections: ['text', 'angebote'] },
  { title: 'Bilder', question: 'Deine Bilder', sections: ['bilder', 'videos'] },
  { title: 'Kontakt', question: 'Wie erreicht man dich?', sections: ['kontakt'] },
  {
    title: 'Extras und Start',
    question: 'Mehr gesehen werden?',
    sections: ['hervorheben', 'start'],
  },
];
export const LAST_STEP = STEPS.length;

/** The sections as they follow each other on a phone. */
export const STEPPED_IDS: readonly SectionId[] = STEPS.flatMap(({ sections }) => sections);

const NAMES = Object.keys(content);
const placeOf = (name: string | null): number => NAMES.indexOf(name ?? '');

/** `content` is in the order of the page: a section goes on until the next one begins. */
const FIELDS: Partial<Record<SectionId, string[]>> = {};
for (const name of NAMES) {
  const id = SECTION_IDS.findLast(
    (section) => SECTIONS[section].first && placeOf(SECTIONS[section].first) <= placeOf(name),
  );
  if (id) FIELDS[id] = [...(FIELDS[id] ?? []), name];
}
// The pictures are no field of the form, but a place of errors.
FIELDS.bilder?.push('bilder');

const fieldsOf = (id: SectionId): readonly string[] => FIELDS[id] ?? [];

/** Counted from 1, as in the address. */
export const stepOfSection = (id: SectionId): number =>
  STEPS.findIndex(({ sections }) => sections.includes(id)) + 1;

/** Undefined for what has no place in the form. */
export const sectionOfField = (field: string): SectionId | undefined =>
  SECTION_IDS.find((id) => fieldsOf(id).includes(field));

/** `?schritt=4` as a step, or nothing. */
export function stepIn(value: unknown): number | undefined {
  const step = Number(value);
  return Number.isInteger(step) && step >= 1 && step <= LAST_STEP ? step : undefined;
}

/** The fields of a form in the order of the steps. */
const STEPPED_FIELDS: readonly string[] = STEPPED_IDS.flatMap(fieldsOf);

/** The first of these fields on a phone, and its step; undefined when none has a place there. */
export function firstInSteps(
  fields: readonly string[],
): { field: string; step: number } | undefined {
  const field = STEPPED_FIELDS.find((name) => fields.includes(name));
  return field === undefined ? undefined : { field, step: stepOfSection(sectionOfField(field)!) };
}

/** Of these errors, the ones in some sections. */
const within = (sections: readonly SectionId[], errors: FieldErrors): FieldErrors =>
  Object.fromEntries(
    sections
      .flatMap(fieldsOf)
      .flatMap((field) => (errors[field] === undefined ? [] : [[field, errors[field]]])),
  );

/** What prevents leaving a step. */
export const problemsOfStep = (step: number, problems: FieldErrors): FieldErrors =>
  within(STEPS[step - 1]!.sections, problems);

/** The field that gets the focus when a step opens: its first empty required one. */
export const firstEmptyOf = (step: number, missing: FieldErrors): string | undefined =>
  Object.keys(problemsOfStep(step, missing))[0];
