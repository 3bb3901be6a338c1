import { PRICE_LISTS } from '@samtrot/shared/catalogue/price-rules.ts';
import { valueText } from '@samtrot/shared/catalogue/shape-rules.ts';
import { previewCatalogue } from '@samtrot/shared/catalogue/staff-contract.ts';
import {
  formatChange,
  formatDate,
  formatNumber,
  pluralText,
} from '@samtrot/shared/kernel/format.ts';
import { DAY_MS } from '@samtrot/shared/kernel/time.ts';
import { REVIEWED_LABELS } from '@samtrot/shared/moderation/review-rules.ts';
import { RefreshCw, ShoppingCart } from 'lucide-react';
import { Alert } from '../../ui/alert.tsx';
import { useList } from '../api.ts';
import { Loaded } from '../list-state.tsx';
import type { Catalogue, Version } from './catalogue-table.tsx';

const EXAMPLE_LABELS: Record<string, string> = REVIEWED_LABELS;

const priceWord = (renewals: number, dearer: number): string => {
  if (dearer === 0) return 'tieferen';
  return dearer < renewals ? 'anderen' : 'höheren';
};

/** Seven days before, or today. */
const mailDay = (validFrom: string): string =>
  formatDate(new Date(Math.max(Date.now(), Date.parse(validFrom) - 7 * DAY_MS)));

/** «Wirkung»: what the version changes, by the orders of the last 30 days (BOF-111). */
export function CatalogueEffect({ list, of }: { list: Catalogue['list']; of: Version }) {
  // Each saving is a question of its own.
  const query = useList(previewCatalogue, { version_id: of.version_id }, String(of.saved));
  const prices = (PRICE_LISTS as readonly string[]).includes(list);
  return (
    <section className="house-panel" aria-labelledby="wirkung">
      <h2 id="wirkung">
        Wirkung <small className="muted">letzte 30 Tage neu gerechnet</small>
      </h2>
      <div className="house-state house-form">
        <Loaded query={query}>
          {() => {
            const { figures, difference, orders, revenue, renewals, dearer, owners, hits, online } =
              query.data!;
            const unit = list === 'topup_packages' ? 'CHF' : 'Credits';
            if (figures.length === 0)
              return <p className="muted">Es ist nichts anders als in der Fassung davor.</p>;
            return (
              <>
                {prices && (
                  <>
                    <p>
                      <b className="catalogue-sum">
                        {formatChange(difference)} {unit}
                      </b>{' '}
                      in 30 Tagen, bei gleichen Bestellungen
                    </p>
                    <p className="muted">
                      {pluralText(orders, 'Bestellung', 'Bestellungen')}, zu Listenpreisen{' '}
                      {formatNumber(revenue.before)} → {formatNumber(revenue.after)} {unit}
                    </p>
                  </>
                )}
                <ul className="catalogue-figures">
                  {figures.map(({ key, label, before, after, ordered, used, difference: more }) => (
                    <li key={key}>
                      <span>{label}</span>
                      <span>
                        {valueText(before)} → {valueText(after)}
                        {used !== null && used > 0 && (
                          <small className="muted">
                            {' '}
                            {list === 'hold_reasons'
                              ? `gilt für ${pluralText(used, 'offene Sperre', 'offene Sperren')}`
                              : `steht auf ${pluralText(used, 'Inserat', 'Inseraten')}`}
                          </small>
                        )}
                        {more !== 0 && (
                          <b className="num">
                            {' '}
                            {formatNumber(ordered)} × {formatChange(more / ordered)} ={' '}
                            {formatChange(more)}
                          </b>
                        )}
                      </span>
                    </li>
                  ))}
                </ul>
                {hits.map(({ phrase, ads, things, examples }) => (
                  <details key={phrase}>
                    <summary className="house-summary">
                      «{phrase}» trifft {formatNumber(ads)} von {formatNumber(online)} Inseraten
                      {things > ads && `, ${formatNumber(things)} Einträge insgesamt`}
                    </summary>
                    <ul>
                      {examples.map(({ thing, id, title }) => (
                        <li key={`${thing}${id}`}>
                          {EXAMPLE_LABELS[thing]} {id}: {title}
                        </li>
                      ))}
                    </ul>
                  </details>
                ))}
                {renewals > 0 && (
                  <Alert icon={RefreshCw}>
                    <b>{pluralText(renewals, 'Laufzeit', 'Laufzeiten')}</b>{' '}
                    {renewals === 1 ? 'verlängert' : 'verlängern'} sich von selbst zu einem{' '}
                    {priceWord(renewals, dearer)} Preis
                    {dearer > 0 && dearer < renewals && `, ${formatNumber(dearer)} davon höher`}.
                    {dearer > 0 && (
                      <>
                        {' '}
                        {owners === 1 ? 'Eine Kundin bekommt' : `${owners} Kundinnen bekommen`}{' '}
                        {of.valid_from ? `am ${mailDay(of.valid_from)}` : 'sieben Tage vorher'} eine
                        Mail.
                      </>
                    )}
                  </Alert>
                )}
                {prices && (
                  <p className="muted catalogue-note">
                    <ShoppingCart className="i" aria-hidden />
                    <span>
                      Offene Warenkörbe rechnen ab dem Beginn neu und fragen vor dem Bezahlen. Was
                      gebucht ist, behält seinen Preis bis zum Ende.
                    </span>
                  </p>
                )}
              </>
            );
          }}
        </Loaded>
      </div>
    </section>
  );
}
