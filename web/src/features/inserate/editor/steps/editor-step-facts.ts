import { PACKAGES } from '@samtrot/shared/cart/rules.ts';
import type { InseratContent } from '@samtrot/shared/inserate/contract.ts';
import { PLACE_TITLES, placeOf } from '@samtrot/shared/inserate/place.ts';
import { SECTION_IDS, SECTIONS, type SectionId, STEPS, sectionOfField } from './editor-steps.ts';
import type { OpenPoint } from './editor-todo.ts';

/** A line of «Alle Schritte»: what the step holds, or what is missing in it. */
export interface StepFact {
  title: string;
  text: string;
  state: 'filled' | 'open' | 'empty';
}

interface Held {
  form: InseratContent;
  lists: {
    cantons: readonly { id: string; name: string }[];
    categories: readonly { id: number; name: string }[];
  };
  images: number;
  videos: number;
  /** Pictures that did not arrive and wait to be tried again. */
  failed: number;
}

const namesIn = <Id>(chosen: readonly Id[], list: readonly { id: Id; name: string }[]) =>
  list.flatMap(({ id, name }) => (chosen.includes(id) ? name : []));

const counted = (n: number, one: string, many: string) => (n === 1 ? `1 ${one}` : `${n} ${many}`);

/** What each step holds, in the order of the steps; an empty list where that is nothing. */
function heldIn({ form, lists, images, videos }: Omit<Held, 'failed'>): string[][] {
  const extras = [
    form.push_times.length + form.date_time_pushes.length > 0 && 'Push',
    form.top_ad_enabled && 'TopAd',
    form.color_enabled && 'Farbe',
    form.story_posted && 'Story',
  ];
  return [
    [PACKAGES[form.inserat_typ].title, ...namesIn(form.categories, lists.categories)],
    [...namesIn(form.cantons, lists.cantons), PLACE_TITLES[placeOf(form)]],
    [form.name, form.titel],
    [
      images > 0 && counted(images, 'Bild', 'Bilder'),
      videos > 0 && counted(videos, 'Video', 'Videos'),
    ],
    [
      form.telefon && 'Telefon',
      form.telefon && form.sms_erlaubt && 'SMS',
      form.whatsapp && 'WhatsApp',
      form.homepage && 'Webseite',
    ],
    [
      extras.some(Boolean) ? '' : 'ohne Extras',
      ...extras,
      form.publish_option === 'Planen' ? 'geplant' : 'sofort',
    ],
  ].map((texts) => texts.filter((text) => typeof text === 'string' && text !== '') as string[]);
}

/** The line of a missing field: «Telefon eingeben» becomes «Telefon». */
const nounOf = ({ text }: OpenPoint) => text.slice(0, text.lastIndexOf(' '));

function openText(points: readonly OpenPoint[]): string {
  const missing = points.filter(({ wrong }) => !wrong).map(nounOf);
  const wrong = points.filter(({ wrong }) => wrong).map(({ text }) => text);
  const fehlt = missing.length === 1 ? 'fehlt' : 'fehlen';
  return [...(missing.length > 0 ? [`${missing.join(', ')} ${fehlt}`] : []), ...wrong].join(', ');
}

/** «2 Bilder nicht gespeichert»; empty for none. */
export const failedText = (failed: number): string =>
  failed === 0 ? '' : `${counted(failed, 'Bild', 'Bilder')} nicht gespeichert`;

export function stepFacts(held: Held, points: readonly OpenPoint[]): StepFact[] {
  const texts = heldIn(held);
  return STEPS.map(({ title, sections }, index) => {
    const open = points.filter(({ field, optional }) => {
      const section = sectionOfField(field);
      return !optional && section !== undefined && sections.includes(section);
    });
    if (open.length > 0) return { title, text: openText(open), state: 'open' };
    if (held.failed > 0 && sections.includes('bilder'))
      return { title, text: failedText(held.failed), state: 'open' };
    const text = texts[index]!.join(', ');
    return text ? { title, text, state: 'filled' } : { title, text: 'freiwillig', state: 'empty' };
  });
}

/** A line of the index beside the page: its check, or how much is missing. */
export interface IndexFact {
  id: SectionId;
  title: string;
  open: number;
  complete: boolean;
}

/** What an ad is made of; how it is shown beyond that is no part of «7 von 8» (EXP-49). */
const COUNTED: readonly SectionId[] = [
  ...(['paket', 'regionen', 'kategorien', 'angebote'] as const),
  ...(['text', 'kontakt', 'standort', 'bilder'] as const),
];

/** Complete is a section that holds something and in which nothing is missing. */
export function indexFacts(
  { form, images }: Pick<Held, 'form' | 'images'>,
  points: readonly OpenPoint[],
): { facts: IndexFact[]; complete: number; of: number } {
  const empty: Partial<Record<SectionId, boolean>> = {
    regionen: form.cantons.length === 0,
    kategorien: form.categories.length === 0,
    angebote: form.offerings.length === 0,
    bilder: images === 0,
  };
  const facts = SECTION_IDS.map((id) => {
    const open = points.filter(
      ({ field, optional }) => !optional && sectionOfField(field) === id,
    ).length;
    const complete = COUNTED.includes(id) && open === 0 && !empty[id];
    return { id, title: SECTIONS[id].title, open, complete };
  });
  return {
    facts,
    complete: facts.filter(({ complete }) => complete).length,
    of: COUNTED.length,
  };
}
