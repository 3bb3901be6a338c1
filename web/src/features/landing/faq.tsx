import { PACKAGES } from '@samtrot/shared/cart/rules.ts';
import { PURPOSE } from '@samtrot/shared/topups/rules.ts';
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
      `Auf der Abrechnung deiner Karte oder Bank steht als Empfänger unsere Firma oder der Zahlungsanbieter. Als Zweck geben wir «${PURPOSE}» an, nie etwas aus deinem Inserat.`,
      'Auf unseren Belegen stehen die Nummer deines Kontos, Beträge und Credits, kein Name und keine Adresse von dir.',
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
