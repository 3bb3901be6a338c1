import { covered, included } from '@samtrot/shared/cart/rules.ts';
import type { Inserat } from '@samtrot/shared/inserate/contract.ts';
import { useBlocker, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { type Account, keepPage, useReload } from '../../lib/session.ts';
import { Alert } from '../../ui/alert.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { SessionEnded } from '../../ui/session-ended.tsx';
import { toast } from '../../ui/toast.tsx';
import { CostBar, CostSummary, TodoCard } from './cost-summary.tsx';
import { CategorySection, OfferingSection, PackageSection, RegionSection } from './editor-choices.tsx';
import { ContactSection, LocationSection } from './editor-contact.tsx';
import { costOf } from './editor-cost.ts';
import { EditorDialogs } from './editor-dialogs.tsx';
import { BLANK_FORM, formOf } from './editor-form.ts';
import { ImageSection } from './editor-images.tsx';
import { PromotionSection } from './editor-promotion.tsx';
import { isOn } from './editor-run.ts';
import { StartSection } from './editor-start.tsx';
import { TextSection } from './editor-text.tsx';
import { openPoints } from './editor-todo.ts';
import { DEFAULT_VIEW, searchOfView } from './list.ts';
import { useCart } from './use-cart.ts';
import { useEditor } from './use-editor.ts';
import { useImages } from './use-images.ts';
import { EDITOR_TOAST_MS, useSaveInserat } from './use-save-inserat.ts';

/** EDI-18, CON-61 */
const AFTER_DRAFT_MS = 2_000;

interface Props {
  inseratId: number;
  /** The ad that is edited, as it was when the editor opened; null for a new one. */
  inserat: Inserat | null;
  account: Account;
}

export function InseratEditor({ inseratId, inserat, account }: Props) {
  const navigate = useNavigate();
  const reload = useReload();
  const [sessionEnded, setSessionEnded] = useState(false);
  const running = inserat !== null && isOn(inserat);
  const images = account.Inserats.find(({ ID }) => ID === inseratId)?.imageSources ?? [];
  const paid = inserat?.paid ?? null;
  const editor = useEditor(inserat ? formOf(inserat) : BLANK_FORM, {
    ...{ lists: account, running, images: images.length },
    booked: inserat && paid && { package: paid.package, pushes: inserat.date_time_pushes, end: inserat.end_at },
  });
  const { form, problems, dirty } = editor;

  const booked = running || inserat?.inserat_status === 'geplant';
  const limit = included(booked ? inserat.inserat_typ : form.package).images;
  const upload = useImages({
    inseratId,
    images,
    limit,
    packageId: form.package,
    reload,
    onSessionEnded: () => setSessionEnded(true),
  });
  const uploading = upload.pending.length > 0;
  const unsaved = dirty || uploading;
  useEffect(() => (unsaved ? keepPage(() => setSessionEnded(true)) : undefined), [unsaved]);

  const cost = costOf(form, images.length, paid, account.credits);
  const cart = useCart({
    ...{ inseratId, inserat, form, uploading, images: images.length, total: cost.total, missing: cost.missing },
    onSessionEnded: () => setSessionEnded(true),
  });
  const points = openPoints(form, problems, images.length);
  const leaving = useRef(false);
  // After a draft the page waits before it goes on; whoever has left it by then, or types again, is left alone.
  const later = useRef<ReturnType<typeof setTimeout>>(undefined);
  const idle = useRef(true);
  useEffect(() => () => clearTimeout(later.current), []);
  const go = (to: '/home' | '/inserate', search = {}) => {
    leaving.current = true;
    void navigate({ to, search });
  };
  const saving = useSaveInserat({
    editor,
    inseratId,
    total: cost.total,
    reload,
    onSessionEnded: () => setSessionEnded(true),
    onPlaced: ({ message }) => {
      cart.stop();
      setSessionEnded(false);
      toast.success(message, { duration: EDITOR_TOAST_MS });
      go(inserat ? '/inserate' : '/home');
    },
    onDraft: ({ message }) => {
      cart.markSaved();
      setSessionEnded(false);
      toast.success(message, { duration: EDITOR_TOAST_MS });
      const toDrafts = () => go('/inserate', searchOfView({ ...DEFAULT_VIEW, tab: 'entwurf' }));
      // The address changes before the next page is there and takes this one's place.
      const { pathname } = location;
      const stillHere = () => idle.current && location.pathname === pathname;
      later.current = setTimeout(() => stillHere() && toDrafts(), AFTER_DRAFT_MS);
    },
  });
  idle.current = !unsaved && !saving.busy && saving.asking === null;
  const blocker = useBlocker({
    shouldBlockFn: () => unsaved && !leaving.current,
    enableBeforeUnload: () => unsaved && !leaving.current,
    withResolver: true,
  });

  const costProps = {
    cost,
    notice: cart.notice,
    points,
    draftable: !booked,
    // Placed before its pictures are there, the ad would go without them (MED-06).
    busy: saving.busy || uploading,
    busyLabel: uploading ? 'Bilder laden …' : 'Wird gespeichert …',
    onPlace: () => {
      // A draft may be unfinished, so want of credits comes before what is still open (EDI-25).
      if (cost.missing > 0 && !booked) saving.ask('draft');
      else if (Object.keys(problems).length > 0) editor.showOpen();
      else if (cost.missing > 0) toast.warning('Nicht genügend Credits', { duration: EDITOR_TOAST_MS });
      else saving.ask('place');
    },
    onDraft: () => saving.ask('draft'),
  };
  const item = (key: string) => cost.items.find((line) => line.key === key);

  return (
    <div className="editor-page">
      <div className="page-head edit-head">
        <div>
          <h1 className="h1">{inserat ? 'Inserat bearbeiten' : 'Neues Inserat aufgeben'}</h1>
          <p className="num">Inserat-Nr. {inseratId}</p>
        </div>
      </div>
      <div className="editor">
        <div className="secs">
          {sessionEnded && <SessionEnded />}
          <Alert tone="warning">
            <p>Inserate für Sex ohne Kondom und AO (alles ohne) sind verboten und werden gelöscht.</p>
          </Alert>
          <PackageSection editor={editor} />
          <RegionSection
            editor={editor}
            list={account.cantons}
            item={item('region')}
            covered={covered(form.package, 'regions', paid)}
          />
          <CategorySection
            editor={editor}
            list={account.categories}
            item={item('category')}
            covered={covered(form.package, 'categories', paid)}
          />
          <OfferingSection editor={editor} list={account.offerings} />
          <TextSection editor={editor} />
          <ContactSection editor={editor} />
          <LocationSection editor={editor} />
          <ImageSection editor={editor} images={images} limit={limit} upload={upload} />
          <PromotionSection editor={editor} inserat={inserat} />
          <StartSection editor={editor} inserat={inserat} images={images.length} />
        </div>
        <aside className="cost-side" aria-label="Kosten">
          <CostSummary {...costProps} />
          <TodoCard points={points} />
        </aside>
      </div>
      <CostBar {...costProps} />
      <EditorDialogs
        saving={saving}
        form={form}
        cost={cost}
        credits={account.credits}
        status={inserat?.inserat_status ?? null}
      />
      <ConfirmDialog
        open={blocker.status === 'blocked'}
        title="Ungespeicherte Änderungen verwerfen?"
        description={
          uploading
            ? 'Es werden noch Bilder hochgeladen. Was noch nicht gespeichert ist, geht verloren.'
            : 'Was du seit dem letzten Speichern geändert hast, geht verloren.'
        }
        safe="Weiter bearbeiten"
        act="Verwerfen"
        danger
        onAct={() => {
          leaving.current = true;
          cart.discard();
          blocker.proceed?.();
        }}
        onClose={() => blocker.reset?.()}
      />
    </div>
  );
}
