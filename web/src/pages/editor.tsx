import { createInserat } from '@samtrot/shared/inserate/contract.ts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { InseratEditor } from '../features/inserate/inserat-editor.tsx';
import { EDITOR_TOAST_MS } from '../features/inserate/use-save-inserat.ts';
import { call } from '../lib/api.ts';
import { useAccount } from '../lib/session.ts';
import { rememberInserat } from '../lib/stored-session.ts';
import { useTitle } from '../lib/title.ts';
import '../styles/editor.css';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { toast } from '../ui/toast.tsx';

export function EditorPage() {
  const { id } = useParams({ strict: false });
  return id === undefined ? <NewInserat key="neu" /> : <OwnInserat key={id} id={Number(id)} />;
}

/** The blank draft gives the ad its number, so that pictures have something to hang on (EDI-04). */
function NewInserat() {
  useTitle('Inserat aufgeben');
  const account = useAccount();
  const draft = useQuery({
    queryKey: [createInserat.name],
    queryFn: () => call(createInserat, {}),
    staleTime: Number.POSITIVE_INFINITY,
    // The next new ad asks again: this one may have become a draft or have been placed.
    gcTime: 0,
  });
  if (draft.data) return <InseratEditor inseratId={draft.data.inserat_id} inserat={null} account={account} />;
  return (
    <>
      <div className="page-head">
        <h1 className="h1">Neues Inserat aufgeben</h1>
      </div>
      {draft.isError ? <NotBegun retry={draft.refetch} busy={draft.isFetching} /> : <Spinner />}
    </>
  );
}

function NotBegun({ retry, busy }: { retry: () => void; busy: boolean }) {
  return (
    <Alert
      tone="danger"
      live
      action={
        <Button onClick={retry} busy={busy} busyLabel="Wird geladen …">
          Erneut versuchen
        </Button>
      }
    >
      <p>Das neue Inserat konnte nicht begonnen werden.</p>
    </Alert>
  );
}

function OwnInserat({ id }: { id: number }) {
  useTitle('Inserat bearbeiten');
  const account = useAccount();
  const navigate = useNavigate();
  // As it was when the editor opened: a reload in the background must not change what is being edited.
  const [inserat] = useState(() => account.Inserats.find(({ ID }) => ID === id));
  useEffect(() => {
    if (inserat) return rememberInserat(inserat.ID);
    toast.error('Kein Inserat ausgewählt', { duration: EDITOR_TOAST_MS });
    void navigate({ to: '/inserate', replace: true });
  }, [inserat, navigate]);
  return inserat ? <InseratEditor inseratId={id} inserat={inserat} account={account} /> : null;
}
