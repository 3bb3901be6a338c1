import { getDocuments } from '@samtrot/shared/documents/contract.ts';
import { formatChf, formatDate } from '@samtrot/shared/kernel/format.ts';
import { francsToRappen } from '@samtrot/shared/kernel/money.ts';
import { useQueryClient } from '@tanstack/react-query';
import { FileDown, FileSpreadsheet } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useRead } from '../../lib/api/api.ts';
import { useAccount } from '../../lib/session/session.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { ButtonAnchor } from '../../ui/button-anchor.tsx';
import { Card, CardHead } from '../../ui/card.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton, SkeletonRegion } from '../../ui/skeleton.tsx';
import { type DocumentLink, documentsOf } from './documents.ts';
import './documents-card.css';

/** As many as stand beside the history without pushing anything far down. */
const FIRST = 4;

/**
 * Receipts of top-ups, monthly statements and the whole history as a table, to keep and to hand on.
 */
export function DocumentsCard() {
  const client = useQueryClient();
  const { loaded_at } = useAccount();
  const [year, setYear] = useState<string>();
  const { data, isError, isFetching, refetch } = useRead(
    getDocuments,
    year === undefined ? {} : { year },
  );
  const known = data !== undefined;
  // A payment that arrived brings a receipt.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a newer account is a reason
  useEffect(() => {
    if (known)
      void client.invalidateQueries({ queryKey: [getDocuments.name] }, { cancelRefetch: false });
  }, [loaded_at]);
  return (
    <Card className="c4 documents" aria-labelledby="guthaben-documents">
      <CardHead title="Belege" id="guthaben-documents" level="page">
        {data && data.years.length > 1 && (
          <Select
            aria-label="Jahr der Belege"
            className="documents-year num"
            value={String(data.year)}
            onChange={({ target }) => setYear(target.value)}
            options={data.years.map((each) => ({ value: String(each), label: String(each) }))}
          />
        )}
      </CardHead>
      {data ? (
        data.year === null ? (
          <p className="sm muted">
            Nach deiner ersten Aufladung findest du hier Belege und Monatsauszüge als PDF.
          </p>
        ) : (
          <>
            <DocumentList key={data.year} documents={documentsOf(data)} />
            <ButtonAnchor href={data.history_url} download icon={FileSpreadsheet} size="sm">
              Ganzer Verlauf (CSV)
            </ButtonAnchor>
          </>
        )
      ) : isError ? (
        <Alert
          tone="danger"
          live
          action={
            <Button busy={isFetching} busyLabel="Wird geladen …" onClick={() => void refetch()}>
              Erneut versuchen
            </Button>
          }
        >
          <p>Deine Belege konnten nicht geladen werden.</p>
        </Alert>
      ) : (
        <SkeletonRegion>
          <Skeleton height="3rem" />
          <Skeleton height="3rem" />
        </SkeletonRegion>
      )}
    </Card>
  );
}

function DocumentList({ documents }: { documents: readonly DocumentLink[] }) {
  const [all, setAll] = useState(false);
  if (documents.length === 0)
    return <p className="sm muted below-2">Monatsauszüge gibt es, sobald der Monat vorbei ist.</p>;
  return (
    <>
      <ul className="documents-list">
        {documents.slice(0, all ? documents.length : FIRST).map(({ url, name, date, amount }) => (
          <li key={url}>
            <a href={url} download>
              <FileDown className="i muted" aria-hidden />
              <span className="grow">
                <span className="block medium anywhere">{name}</span>
                {date && (
                  <span className="xs muted num">
                    {formatDate(new Date(date))}
                    {amount !== undefined && ` · ${formatChf(francsToRappen(amount))}`}
                  </span>
                )}
              </span>
              <span className="xs muted">PDF</span>
            </a>
          </li>
        ))}
      </ul>
      {documents.length > FIRST && !all && (
        <div>
          <Button variant="link" onClick={() => setAll(true)}>
            Alle {documents.length} anzeigen
          </Button>
        </div>
      )}
    </>
  );
}
