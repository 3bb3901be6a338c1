import {
  EFFECT_DAYS,
  NEW_ACCOUNT_DAYS,
  SERIES_STATES,
} from '@samtrot/shared/coupons/series-rules.ts';
import { couponCodes, couponReport, stopCoupon } from '@samtrot/shared/coupons/staff-contract.ts';
import type { Output } from '@samtrot/shared/kernel/action.ts';
import {
  formatChf,
  formatCredits,
  formatDateTime,
  formatNumber,
  pluralText,
} from '@samtrot/shared/kernel/format.ts';
import { francsToRappen } from '@samtrot/shared/kernel/money.ts';
import { useParams } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { useHouseTitle, useList } from '../api.ts';
import { HouseLink } from '../link.tsx';
import { Loaded } from '../list-state.tsx';
import { ReasonDialog } from '../reason-dialog.tsx';
import { saveFile } from '../save-file.ts';
import { useChange } from '../use-change.tsx';
import { budgetOf, endOf, SERIES_TONES, usesOf } from './coupons-page.tsx';
import '../page.css';

/** A coupon with its limits and what came of it (BOF-103). */
export function CouponPage() {
  const { series } = useParams({ strict: false }) as { series: string };
  const query = useList(couponReport, { series_id: series });
  const name = query.data?.series.name ?? 'Gutschein';
  useHouseTitle('Gutschein');
  return (
    <>
      <HouseLink to="/gutscheine" className="house-back">
        Alle Gutscheine
      </HouseLink>
      <h1 className="h1">{name}</h1>
      <section className="house-panel" aria-label="Gutschein">
        <Loaded query={query}>{() => <Report of={query.data!} />}</Loaded>
      </section>
    </>
  );
}

function Report({ of }: { of: Output<typeof couponReport> }) {
  const { series } = of;
  const [stopping, setStopping] = useState(false);
  const { run, busy, dialog } = useChange();
  const facts: [string, string][] = [
    ['Code', series.code ?? `${formatNumber(series.codes)} Codes`],
    ['Je Einlösung', formatCredits(series.credits)],
    ['Von', formatDateTime(new Date(series.starts_at))],
    ['Bis und mit', endOf(series)],
    ['Je Kundin', `${series.per_account}-mal`],
    ['Für', series.only_new ? `neue Konten, bis ${NEW_ACCOUNT_DAYS} Tage alt` : 'alle Konten'],
    ['Eingelöst', usesOf(series)],
    ['Credits', budgetOf(series)],
    [
      `Danach aufgeladen, innert ${EFFECT_DAYS} Tagen`,
      `${pluralText(of.topped_up, 'Konto', 'Konten')} von ${formatNumber(of.accounts)}, ${formatChf(francsToRappen(of.topped_up_chf))}`,
    ],
    [
      'Verbraucht',
      `${formatCredits(of.used_credits)}, Kosten ${formatChf(francsToRappen(of.cost_chf))}`,
    ],
  ];
  return (
    <>
      <dl className="house-facts">
        <div>
          <dt>Zustand</dt>
          <dd>
            <Badge tone={SERIES_TONES[series.state]}>{SERIES_STATES[series.state]}</Badge>
          </dd>
        </div>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className="house-state house-acts">
        <Button
          icon={Download}
          busy={busy}
          onClick={() => void run(couponCodes, { series_id: series.series_id }, saveFile)}
        >
          Codes (CSV)
        </Button>
        {series.state !== 'stopped' && <Button onClick={() => setStopping(true)}>Stoppen</Button>}
      </div>
      {dialog}
      {stopping && (
        <ReasonDialog
          title={`«${series.name}» stoppen?`}
          description="Kein Code davon wird mehr eingelöst. Was eingelöst ist, bleibt. Das lässt sich nicht rückgängig machen."
          act="Stoppen"
          danger
          help="Er steht im Protokoll."
          onClose={() => setStopping(false)}
          onAct={(change, reason) => change(stopCoupon, { series_id: series.series_id, reason })}
        />
      )}
    </>
  );
}
