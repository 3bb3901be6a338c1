import { ArrowRight, Circle, CircleCheck, CircleDot } from 'lucide-react';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Velvet } from '../../ui/velvet.tsx';
import './welcome-panel.css';
import '../../ui/velvet.css';

/** The draft that a newcomer has begun. */
export interface Begun {
  id: number;
  /** Where it goes on: at the step where it was left. */
  step: number;
  title: string;
  /** Of the section on a page without steps. */
  hash: string | undefined;
}

interface Props {
  name: string;
  begun: Begun | null;
  /** A payment waits for a decision: until then nobody is asked to pay once more. */
  undecided: boolean;
}

/** Of somebody who has never placed an ad: three steps, one main button (EXP-30, EXP-31). */
export function WelcomePanel({ name, begun, undecided }: Props) {
  const steps = [
    { title: 'Konto', text: 'Erledigt', icon: CircleCheck, state: 'ok' },
    {
      title: begun ? `Weiter bei Schritt ${begun.step}: ${begun.title}` : 'Inserat erstellen',
      text: begun ? `Entwurf Nr. ${begun.id}` : 'Etwa 3 Minuten',
      icon: CircleDot,
      state: 'now',
    },
    { title: 'Online', text: '30 Tage, 0 Credits', icon: Circle, state: 'later' },
  ];
  return (
    <Velvet
      className="welcome"
      data-slot="hint-card"
      folds={{ seed: 5, n: 40, w: 1100, h: 380, amp: 0.07, bunch: 0.8 }}
      aria-labelledby="h-next"
    >
      <div>
        <h2 className="v-title" id="h-next">
          {begun ? 'Nächste Schritte' : 'Willkommen'}
        </h2>
        <p className="welcome-claim">Dein erstes Inserat, gratis</p>
        <ol className="welcome-steps">
          {steps.map(({ title, text, icon: Icon, state }) => (
            <li key={title} className={state} aria-current={state === 'now' ? 'step' : undefined}>
              <b className="row-tight">
                <Icon className="i" aria-hidden />
                {title}
              </b>
              <small className="sm">{text}</small>
            </li>
          ))}
        </ol>
        <div className="row wrap">
          {begun ? (
            <ButtonLink
              to="/rabota/$id"
              params={{ id: String(begun.id) }}
              search={{ schritt: begun.step }}
              {...(begun.hash && { hash: begun.hash })}
              variant="velvet"
              size="lg"
              icon={ArrowRight}
            >
              Weiter bearbeiten
            </ButtonLink>
          ) : (
            <ButtonLink to="/rabota" variant="velvet" size="lg" icon={ArrowRight}>
              Inserat erstellen
            </ButtonLink>
          )}
          <ButtonLink to="/guthaben" variant="velvet-line" size="lg">
            {undecided ? 'Zahlung ansehen' : 'Guthaben aufladen'}
          </ButtonLink>
        </div>
      </div>
      <figure className="welcome-card" aria-hidden>
        <div className="welcome-example">
          <div className="welcome-picture" />
          <div className="between">
            <b className="strong truncate">{name}</b>
            <span className="xs">Zürich</span>
          </div>
          <p className="sm">So sieht deine Karte aus</p>
        </div>
        <figcaption>Beispiel</figcaption>
      </figure>
    </Velvet>
  );
}
