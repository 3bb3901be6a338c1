import { createInserat, getInserat } from '@samtrot/shared/inserate/contract.ts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { readSentVersion } from '../editor/sent-version.ts';
import { InseratEditor } from '../features/inserate/inserat-editor.tsx';
import { EDITOR_TOAST_MS } from '../features/inserate/use-save-inserat.ts';
import { ApiError, call } from '../lib/api/api.ts';
import { useTitle } from '../lib/page/title.ts';
import { useAccount } from '../lib/session/session.ts';
import { rememberInserat } from '../lib/session/stored-session.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { toast } from '../ui/toast.tsx';

interface Place {
  /** The number in the address. */
  id: string | undefined;
  /**
   * The new ad that has got its number there while it is being written: it goes on in the same
   * form.
   */
  begun: string | undefined;
  /** Counts the new ads, each with a form of its own. */
  round: number;
}

export function EditorPage() {
  const { id } = useParams({ strict: false });
  const [place, setPlace] = useState<Place>({ id, begun: undefined, round: 0 });
  if (place.id !== id) {
    setPlace({
      id,
      begun: id === place.begun ? id : undefined,
      round: id === undefined ? place.round + 1 : place.round,
    });
  }
  if (id === undefined || id === place.begun) {
    return (
      <NewInserat
        key={`neu-${place.round}`}
        onBegun={(begun) => setPlace((before) => ({ ...before, begun }))}
        onReload={() => setPlace((before) => ({ ...before, begun: undefined }))}
      />
    );
  }
  return <OwnInserat key={id} id={Number(id)} />;
}

/** The blank draft gives the ad its number, so that pictures have something to hang on (EDI-04). */
function NewInserat({
  onBegun,
  onReload,
}: {
  onBegun: (id: string) => void;
  onReload: () => void;
}) {
  useTitle('Inserat aufgeben');
  const account = useAccount();
  const navigate = useNavigate();
  const started = useRef(false);
  const draft = useQuery({
    queryKey: [createInserat.name],
    queryFn: () => call(createInserat, {}),
    staleTime: Number.POSITIVE_INFINITY,
    // The next new ad is requested again: this one may have become a draft or been placed.
    gcTime: 0,
  });
  if (draft.data) {
    return (
      <InseratEditor
        inseratId={draft.data.inserat_id}
        inserat={null}
        unsaved={null}
        account={account}
        onBegun={(inserat_id) => {
          started.current = true;
          rememberInserat(inserat_id);
          onBegun(String(inserat_id));
          // From here on a reload finds it.
          const to = {
            to: '/rabota/$id',
            params: { id: String(inserat_id) },
            state: { stays: true },
          } as const;
          void navigate({ ...to, replace: true, ignoreBlocker: true, resetScroll: false });
        }}
        onReload={(inserat_id) => {
          if (started.current) return onReload();
          // Another window has begun it: what that one wrote stands under the number of the ad.
          const to = { to: '/rabota/$id', params: { id: String(inserat_id) } } as const;
          void navigate({ ...to, replace: true, ignoreBlocker: true });
        }}
      />
    );
  }
  return (
    <>
      <div className="page-head">
        <h1 className="h1">Neues Inserat aufgeben</h1>
      </div>
      {draft.isError ? (
        <Failed
          text={
            draft.error instanceof ApiError && draft.error.code === 'TOO_MANY_INSERATE'
              ? draft.error.message
              : 'Das neue Inserat konnte nicht begonnen werden.'
          }
          retry={draft.refetch}
          busy={draft.isFetching}
        />
      ) : (
        <Spinner />
      )}
    </>
  );
}

function Failed({ text, retry, busy }: { text: string; retry: () => void; busy: boolean }) {
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
      <p>{text}</p>
    </Alert>
  );
}

function OwnInserat({ id }: { id: number }) {
  useTitle('Inserat bearbeiten');
  const account = useAccount();
  const navigate = useNavigate();
  // As it was when the editor opened: a reload in the background must not change what is being
  // edited.
  const { data, dataUpdatedAt, error, isFetching, refetch } = useQuery({
    queryKey: [getInserat.name, id],
    queryFn: ({ signal }) =>
      readSentVersion(
        () => call(getInserat, { inserat_id: id }, signal),
        ({ inserat }) => inserat.version,
      ),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const missing =
    error instanceof ApiError && ['INSERAT_NOT_FOUND', 'INVALID_INPUT'].includes(error.code);
  const found = data?.inserat.ID;
  useEffect(() => {
    if (found !== undefined) rememberInserat(found);
  }, [found]);
  useEffect(() => {
    if (!missing) return;
    toast.error('Kein Inserat ausgewählt', { duration: EDITOR_TOAST_MS });
    void navigate({ to: '/inserate', replace: true });
  }, [missing, navigate]);
  if (data) {
    return (
      <InseratEditor
        key={dataUpdatedAt}
        inseratId={id}
        {...data}
        account={account}
        onBegun={() => {}}
        onReload={() => void refetch()}
      />
    );
  }
  return (
    <>
      <div className="page-head">
        <h1 className="h1">Inserat bearbeiten</h1>
      </div>
      {error && !missing ? (
        <Failed
          text="Das Inserat konnte nicht geladen werden."
          retry={() => void refetch()}
          busy={isFetching}
        />
      ) : (
        <Spinner />
      )}
    </>
  );
}
