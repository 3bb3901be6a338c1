import { EXTRA_PRICES, PACKAGES } from '@samtrot/shared/cart/rules.ts';
import { formatNumber } from '@samtrot/shared/kernel/money.ts';
import { ArrowUpToLine } from 'lucide-react';
import { ButtonAnchor } from '../../ui/button-anchor.tsx';
import { CostList } from '../../ui/cost-list.tsx';
import { RuntimeBar } from '../../ui/runtime-bar.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Velvet } from '../../ui/velvet.tsx';
import { partnerSentence, yearsOfExperience } from './rules.ts';
import './hero.css';
import './sections.css';
import '../../ui/cost-list.css';

export function Hero({ now }: { now: Date }) {
  return (
    <div className="wrap-in hero">
      <div>
        <h1 className="display">
          Inserieren.
          <br />
          Einfach und diskret.
        </h1>
        <p className="lead">
          Erstelle dein Inserat am Handy oder am Computer.{' '}
          <span data-partner-figure>{partnerSentence(null)}</span>
        </p>
        <div className="hero-cta">
          <ButtonAnchor href="/auth/register" variant="primary" size="lg">
            Gratis registrieren
          </ButtonAnchor>
          <ButtonAnchor href="#preise" size="lg">
            Preise ansehen
          </ButtonAnchor>
        </div>
        <dl className="facts">
          <div>
            <dt>Seit 1998</dt>
            <dd>
              <span data-years>{yearsOfExperience(now)}</span> Jahre Erfahrung
            </dd>
          </div>
          <div>
            <dt className="num">1 Credit = CHF 1.-</dt>
            <dd>Preise inkl. MwSt.</dd>
          </div>
          <div>
            <dt>Ab 18 Jahren</dt>
            <dd>Nur für Erwachsene</dd>
          </div>
        </dl>
      </div>
      <Stage />
    </div>
  );
}

const COSTS = [
  { label: PACKAGES['1_week'].title, amount: PACKAGES['1_week'].price },
  { label: 'Push täglich', amount: EXTRA_PRICES.dailyPush },
  { label: 'Farbe', amount: EXTRA_PRICES.colour },
];

/** A picture of the product made of its own parts; it says nothing that the text does not. */
function Stage() {
  return (
    <Velvet
      as="div"
      className="stage"
      folds={{ seed: 8, n: 56, w: 560, h: 580, amp: 0.09, bunch: 0.9 }}
      aria-hidden
      inert
    >
      <div className="fl fl-ad">
        <div className="ph">
          <img className="photo" src="/portrait.svg" alt="" width={400} height={500} />
        </div>
        <div style={{ minWidth: 0 }}>
          <StatusBadge status="aktiv" />
          <div className="t">Entspannte Stunden</div>
          <p className="sm muted truncate" style={{ marginBottom: '.75rem' }}>
            Lena · Zürich, Zug
          </p>
          <RuntimeBar percent={28} left="Noch 5 Tage" until="bis 25.11." />
        </div>
      </div>
      <div className="fl fl-boost">
        <span className="ico">
          <ArrowUpToLine className="i" aria-hidden />
        </span>
        <div>
          <div className="strong">Push um 18:30</div>
          <p className="sm muted">Dein Inserat ist wieder zuoberst.</p>
        </div>
      </div>
      <div className="fl fl-cost">
        <CostList items={COSTS} />
        <div className="cost-total">
          <span className="strong">Total</span>
          <span>
            <span className="sum num">
              {formatNumber(COSTS.reduce((sum, { amount }) => sum + amount, 0))}
            </span>{' '}
            <span className="muted sm">Credits</span>
          </span>
        </div>
      </div>
    </Velvet>
  );
}
