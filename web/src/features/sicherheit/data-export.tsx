import {
  getDataExport,
  openDataExport,
  startDataExport,
} from '@samtrot/shared/data-export/contract.ts';
import type { Output } from '@samtrot/shared/kernel/action.ts';
import { formatDateTime, sizeText } from '@samtrot/shared/kernel/format.ts';
import { useQueryClient } from '@tanstack/react-query';
import { HardDriveDownload, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { call, useRead } from '../../lib/api/api.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardHead } from '../../ui/card.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';

import { useReauthentication } from './use-reauthentication.tsx';

type State = NonNullable<Output<typeof getDataExport>['export']>;

const POLL_MS = 1500;
const isUnderWay = (state?: State | null) =>
  state?.state === 'waiting' || state?.state === 'running';

/** «Meine Daten»: a copy of everything as ZIP, its progress, and its download (ACC-15, EXP-88). */
export function DataExportCard({ hasPasskey }: { hasPasskey: boolean }) {
  const client = useQueryClient();
  const [underWay, setUnderWay] = useState(false);
  const { data, error, refetch } = useRead(
    getDataExport,
    {},
    { staleTime: 0, ...(underWay && { refetchInterval: POLL_MS }) },
  );
  const state = data?.export;
  // While it is made, the page asks again; the hook's option depends on the last answer.
  if (data && underWay !== isUnderWay(state)) setUnderWay(isUnderWay(state));
  const { run, question } = useReauthentication({ kind: 'export', hasPasskey });
  const [busy, setBusy] = useState(false);
  const during = async (work: () => Promise<void>) => {
    if (busy) return;
    setBusy(true);
    try {
      await run(work);
    } finally {
      setBusy(false);
    }
  };
  const start = () =>
    during(async () => {
      const { export: started } = await call(startDataExport, {});
      client.setQueryData([getDataExport.name, {}], { export: started });
    });
  const download = () =>
    during(async () => {
      const { url } = await call(openDataExport, {});
      window.location.assign(url);
    });
  return (
    <Card aria-labelledby="h-daten" id="daten">
      <CardHead title="Meine Daten" id="h-daten" />
      <p className="sm muted">
        Alles, was zu deinem Konto gehört: Inserate, Bilder, Guthaben, Nachrichten, Protokoll. Als
        ZIP, 7&nbsp;Tage lang abrufbar.
      </p>
      {error && !data && (
        <Alert
          tone="danger"
          live
          action={<Button onClick={() => void refetch()}>Erneut versuchen</Button>}
        >
          {error.message}
        </Alert>
      )}
      {!data && !error && <SkeletonLines lines={1} height="2.75rem" />}
      {data && (
        <div className="stack gap-3 above-3">
          <p className="sm num" role="status">
            {state && statusText(state)}
          </p>
          {isUnderWay(state) ? (
            <>
              <progress
                className="full"
                max={100}
                value={state!.percent}
                aria-label="Fortschritt"
              />
              <p className="help">
                Du kannst die Seite verlassen. Wir schreiben dir, wenn alles bereit ist.
              </p>
            </>
          ) : (
            <Buttons state={state?.state} busy={busy} onStart={start} onDownload={download} />
          )}
        </div>
      )}
      {question}
    </Card>
  );
}

function statusText({ state, percent, size, expires_at }: State): string {
  if (state === 'failed')
    return 'Das hat nicht geklappt. An deinen Daten hat sich nichts geändert.';
  if (state !== 'ready') return `Wird zusammengestellt, ${percent} %`;
  return `Fertig: ${sizeText(size!)}, abrufbar bis ${formatDateTime(new Date(expires_at!))}.`;
}

interface ButtonsProps {
  state: State['state'] | undefined;
  busy: boolean;
  onStart: () => void;
  onDownload: () => void;
}

function Buttons({ state, busy, onStart, onDownload }: ButtonsProps) {
  if (state === 'ready') {
    return (
      <div className="row wrap">
        <Button variant="primary" icon={HardDriveDownload} disabled={busy} onClick={onDownload}>
          ZIP herunterladen
        </Button>
        <Button icon={RotateCw} disabled={busy} onClick={onStart}>
          Neu zusammenstellen
        </Button>
      </div>
    );
  }
  return (
    <div className="row wrap">
      <Button
        icon={state === 'failed' ? RotateCw : HardDriveDownload}
        disabled={busy}
        onClick={onStart}
      >
        {state === 'failed' ? 'Nochmals versuchen' : 'Daten herunterladen'}
      </Button>
    </div>
  );
}
