import { createInserat, getInserat } from '@samtrot/shared/inserate/contract.ts';
import { useQuery } from '@tanstack/react-query';
import { type NavigateOptions, useLocation, useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { OpeningPage } from '../editor/opening-page.tsx';
import { useEditorPlace, useOpenedItem } from '../editor/use-opened-item.ts';
import { InseratEditor } from '../features/inserate/editor/inserat-editor.tsx';
import { sentOnReload } from '../features/inserate/editor/sent-on-reload.ts';
import { ApiError, call } from '../lib/api/api.ts';
import { useTitle } from '../lib/page/title.ts';
import { useAccount } from '../lib/session/session.ts';
import { rememberInserat } from '../lib/session/stored-session.ts';
import { useHasNotes } from '../listing/hold.ts';
import { ItemNotesLater } from '../listing/item-notes-later.ts';

export function EditorPage() {
  const { id } = useParams({ strict: false });
  const { state } = useLocation();
  const navigate = useNavigate();
  const place = useEditorPlace(id, state.ofSteps);
  const { begun } = place;
  // Reloaded before it had its number in the address: the draft, not another new one.
  const [sent, setSent] = useState(() => (id === undefined ? sentOnReload() : undefined));
  useEffect(() => {
    const number = sent?.split('/').at(-1);
    if (number)
      void navigate({ ...numbered(number), replace: true }).then(() => setSent(undefined));
  }, [sent, navigate]);
  // An earlier step is from before the ad had its number.
  useEffect(() => {
    if (id !== undefined || begun === undefined || !state.ofSteps) return;
    void navigate({ ...numbered(begun), replace: true, ignoreBlocker: true, resetScroll: false });
  }, [id, begun, state.ofSteps, navigate]);
  if (place.isNew && sent === undefined) {
    return <NewInserat key={`neu-${place.round}`} onBegun={place.begin} onReload={place.reopen} />;
  }
  return id !== undefined && <OwnInserat key={id} id={Number(id)} />;
}

/** The same form and step under the number of the ad. */
const numbered = (id: string) =>
  ({
    to: '/rabota/$id',
    params: { id },
    search: true,
    state: (before) => ({ ...before, stays: true }),
  }) satisfies NavigateOptions as NavigateOptions;

/** The blank draft gives the ad its number, to which pictures can be added (EDI-04). */
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
          const to = numbered(String(inserat_id));
          void navigate({ ...to, replace: true, ignoreBlocker: true, resetScroll: false });
        }}
        onReload={(inserat_id) => {
          if (started.current) return onReload();
          // Another window has begun it: its text is saved under the number of the ad.
          const to = { to: '/rabota/$id', params: { id: String(inserat_id) } } as const;
          void navigate({ ...to, replace: true, ignoreBlocker: true });
        }}
      />
    );
  }
  return (
    <OpeningPage
      title="Neues Inserat aufgeben"
      failure={
        !draft.isError
          ? null
          : draft.error instanceof ApiError && draft.error.code === 'TOO_MANY_INSERATE'
            ? draft.error.message
            : 'Das neue Inserat konnte nicht begonnen werden.'
      }
      busy={draft.isFetching}
      onRetry={() => void draft.refetch()}
    />
  );
}

function OwnInserat({ id }: { id: number }) {
  useTitle('Inserat bearbeiten');
  const account = useAccount();
  const hasNotes = useHasNotes('inserat', id);
  const { data, round, failed, isFetching, reload } = useOpenedItem({
    queryKey: [getInserat.name, id],
    read: (signal) => call(getInserat, { inserat_id: id }, signal),
    ...(hasNotes && { preload: ItemNotesLater.preload }),
    versionOf: ({ inserat }) => inserat.version,
    missingCodes: ['INSERAT_NOT_FOUND', 'INVALID_INPUT'],
    missing: { to: '/inserate', text: 'Kein Inserat ausgewählt' },
  });
  const found = data?.inserat.ID;
  useEffect(() => {
    if (found !== undefined) rememberInserat(found);
  }, [found]);
  if (data) {
    return (
      <InseratEditor
        key={round}
        inseratId={id}
        {...data}
        account={account}
        onBegun={() => {}}
        onReload={reload}
      />
    );
  }
  return (
    <OpeningPage
      title="Inserat bearbeiten"
      failure={failed ? 'Das Inserat konnte nicht geladen werden.' : null}
      busy={isFetching}
      onRetry={reload}
    />
  );
}
