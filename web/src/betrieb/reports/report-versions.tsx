import { plainText } from '@samtrot/shared/inserate/html.ts';
import type { Output } from '@samtrot/shared/kernel/action.ts';
import { formatDayTime } from '@samtrot/shared/kernel/format.ts';
import type { report } from '@samtrot/shared/reports/staff-contract.ts';
import { Eye } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { useMe } from '../api.ts';
import { useLetterKeys } from '../letter-keys.ts';
import { Compared } from '../reviews/review-contents.tsx';
import { Table } from '../table.tsx';
import { useVeilAgain } from '../use-veil-again.ts';
import '../page.css';

type Read = Output<typeof report>;

const WAS = {
  online: 'online',
  offline: 'nicht online',
  held: 'gesperrt',
  deleted: 'gelöscht',
} as const;

/** Each field as it was reported, and what is different today (BOF-60). */
export function ReportVersions({ of: { report: it, snapshot, today } }: { of: Read }) {
  const words = (text: string) => (it.object.type === 'inserat' ? plainText(text) : text);
  const contacts = [
    ...new Set([...Object.keys(snapshot.contact), ...Object.keys(today?.contact ?? {})]),
  ];
  const all: [label: string, then: string, now: string | undefined][] = [
    ['Zustand', WAS[snapshot.was], today ? WAS[today.was] : WAS.deleted],
    ['Titel', snapshot.title, today?.title],
    ['Name', snapshot.name, today?.name],
    ['Text', words(snapshot.text), today ? words(today.text) : undefined],
    ...contacts.map((field): [string, string, string | undefined] => [
      field,
      snapshot.contact[field] ?? '',
      today ? (today.contact[field] ?? '') : undefined,
    ]),
  ];
  const rows = all.filter(([, then, now]) => then !== '' || now);
  const differing = rows.filter(([, then, now]) => then !== now).length;
  const images = snapshot.images.length;
  return (
    <section className="house-panel report-versions" aria-labelledby="vergleich">
      <h2 id="vergleich" className="house-head">
        Damals und heute
        {differing > 0 && (
          <Badge tone="warning">
            {differing === 1 ? '1 Unterschied' : `${differing} Unterschiede`}
          </Badge>
        )}
      </h2>
      <Table
        caption="Damals und heute"
        rows={rows}
        keyOf={([label]) => label}
        columns={[
          { label: 'Feld', names: true, cell: ([label]) => label },
          {
            label: `Am ${formatDayTime(new Date(snapshot.taken_at))}`,
            cell: ([, then]) => then,
          },
          {
            label: 'Heute',
            cell: ([label, then, now]) =>
              now === then ? (
                <span className="muted">gleich</span>
              ) : label === 'Zustand' ? (
                <Badge tone="warning">{now}</Badge>
              ) : (
                <Compared before={then} now={now ?? 'gelöscht'} hits={[]} />
              ),
          },
        ]}
      />
      <Pictures number={it.number} count={images} />
      <p className="house-state muted sm">
        Dieser Stand bleibt, auch wenn die Kundin ändert oder löscht. Er stand auf:{' '}
        {snapshot.websites.join(', ') || 'keiner Webseite'}.
      </p>
    </section>
  );
}

/** Where a decision that asks for a look leads. */
export const KEPT_PICTURES = 'aufbewahrte-bilder';

/** The kept pictures; none is loaded before «Aufdecken». */
function Pictures({ number, count }: { number: string; count: number }) {
  const may = useMe().rights.includes('customer.private');
  const [shown, setShown] = useState(false);
  useVeilAgain(() => setShown(false));
  useLetterKeys(may ? { v: () => setShown(!shown) } : {});
  if (count === 0) return null;
  return (
    <div className="house-state house-text">
      <div className="house-acts">
        {may && (
          <Button
            id={KEPT_PICTURES}
            size="sm"
            icon={Eye}
            onClick={() => setShown(!shown)}
            aria-expanded={shown}
          >
            {shown ? 'Verdecken' : 'Aufdecken'} <kbd aria-hidden>V</kbd>
          </Button>
        )}
        <span className="muted">{count === 1 ? '1 Bild' : `${count} Bilder`} aufbewahrt</span>
      </div>
      {shown && (
        <ul className="house-pictures">
          {Array.from({ length: count }, (_, index) => index + 1).map((place) => (
            <li key={place}>
              <img
                src={`/betrieb/bilder/${number}/${place}`}
                alt={`Bild ${place} der Meldung`}
                loading="lazy"
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
