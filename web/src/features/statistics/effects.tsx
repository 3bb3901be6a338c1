import type { Effect } from '@samtrot/shared/statistics/contract.ts';
import type { EffectKind } from '@samtrot/shared/statistics/rules.ts';
import { ArrowUpToLine, CirclePlay, type LucideIcon, Palette, Pin } from 'lucide-react';
import { decimal, EFFECT_LABELS, effectText, effectTime, isComparable } from './effect-text.ts';
import './effects.css';
import '../../ui/card.css';

const ICONS: Record<EffectKind, LucideIcon> = {
  push: ArrowUpToLine,
  topad: Pin,
  farbe: Palette,
  story: CirclePlay,
};

/** What each extra did, measured against the same ad without any. */
export function Effects({ effects }: { effects: readonly Effect[] }) {
  const now = new Date();
  return (
    <section className="card effects" aria-labelledby="stat-effects">
      <h2 className="h3 below-2" id="stat-effects">
        Was Extras gebracht haben
      </h2>
      {effects.length === 0 ? (
        <p className="sm muted">
          Push, TopAd, Farbe und Story stehen hier, sobald du sie genutzt hast, mit dem Unterschied
          zu deinen übrigen Stunden.
        </p>
      ) : (
        <>
          <ul className="entries">
            {effects.map((effect) => (
              <EffectRow key={`${effect.kind} ${effect.from}`} effect={effect} now={now} />
            ))}
          </ul>
          <p className="xs muted">
            Verglichen mit den Stunden dieses Inserats ohne Zusatz. Das ist, was war, und kein
            Versprechen für das nächste Mal.
          </p>
        </>
      )}
    </section>
  );
}

function EffectRow({ effect, now }: { effect: Effect; now: Date }) {
  const { kind, views_per_hour, usual_per_hour } = effect;
  const Icon = ICONS[kind];
  return (
    <li>
      <Icon className="i muted" aria-hidden />
      <div>
        <p>
          <span className="strong">{EFFECT_LABELS[kind]}</span>{' '}
          <span className="xs muted num">{effectTime(effect, now)}</span>
        </p>
        <p className="num">{effectText(effect)}</p>
      </div>
      {usual_per_hour !== null && isComparable(effect) && (
        <dl className="pairs stack-tight xs num effect-bars">
          <Rate
            label={`mit ${EFFECT_LABELS[kind]}`}
            rate={views_per_hour}
            most={Math.max(views_per_hour, usual_per_hour)}
            own
          />
          <Rate
            label="sonst"
            rate={usual_per_hour}
            most={Math.max(views_per_hour, usual_per_hour)}
          />
        </dl>
      )}
    </li>
  );
}

function Rate({
  label,
  rate,
  most,
  own,
}: {
  label: string;
  rate: number;
  most: number;
  own?: boolean;
}) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden>
          <rect
            width={most === 0 ? 0 : (rate / most) * 100}
            height={1}
            className={own ? 'own' : undefined}
          />
        </svg>
        <span>
          {decimal(rate)} <span className="sr">Aufrufe </span>pro Stunde
        </span>
      </dd>
    </div>
  );
}
