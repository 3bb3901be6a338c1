import { PACKAGES } from '@samtrot/shared/cart/rules.ts';
import { type Question, Questions } from '../../ui/questions.tsx';
import { Section } from './sections.tsx';

const ENTRIES: readonly Question[] = [
  {
    question: 'Steht mein Name irgendwo?',
    answer: [
      'Nein. Im Inserat steht nur der Name, den du wählst. Deine E-Mail-Adresse sehen Besucher nie.',
    ],
  },
  {
    question: 'Muss ich meine Adresse zeigen?',
    answer: ['Nein. Ohne deine Wahl steht nur die Region im Inserat.'],
  },
  {
    question: 'Was steht auf der Abrechnung?',
    answer: [
      'Die Nummer deines Kontos, Beträge und Credits. Kein Name, keine Adresse und nicht, worum es in deinem Inserat geht.',
    ],
  },
  {
    question: 'Wie schnell bin ich offline?',
    answer: [
      'Meist in wenigen Sekunden. Du siehst für jede Webseite, wann sie dein Inserat entfernt hat.',
    ],
  },
  {
    question: 'Was kostet ein Inserat wirklich?',
    answer: [
      `Ein Inserat für ${PACKAGES.free.days} Tage kostet nichts. Alles andere siehst du, bevor du es buchst.`,
    ],
  },
];

export const Faq = () => (
  <Section title="Häufige Fragen">
    <div className="landing-faq">
      <Questions entries={ENTRIES} />
    </div>
  </Section>
);
