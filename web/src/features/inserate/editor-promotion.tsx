import { EXTRA_PRICES, VISIBILITY } from '@samtrot/shared/cart/rules.ts';
import type { Inserat } from '@samtrot/shared/inserate/contract.ts';
import { TEXT_LIMITS } from '@samtrot/shared/inserate/limits.ts';
import { formatCredits } from '@samtrot/shared/kernel/money.ts';
import { formatDateTime } from '@samtrot/shared/kernel/time.ts';
import { Check, CirclePlay, type LucideIcon, Palette, Pin } from 'lucide-react';
import { useState } from 'react';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Switch } from '../../ui/switch.tsx';
import { DailyPush, DatedPushes } from './editor-pushes.tsx';
import { EditorSection } from './editor-section.tsx';
import { PromoRow } from './promo-row.tsx';
import { controlId, type Editor } from './use-editor.ts';

interface Props {
  editor: Editor;
  /** Null for a new ad. */
  inserat: Inserat | null;
}

/** What lifts the ad above others, in the order of EDI-84. */
export function PromotionSection({ editor, inserat }: Props) {
  const { form, change, errorAt } = editor;
  const [removing, setRemoving] = useState(false);
  const paid = inserat?.paid?.package === form.package ? inserat.paid : null;
  const story = paid?.story || form.story;
  return (
    <EditorSection id="hervorheben" title="Hervorheben">
      <DailyPush editor={editor} paid={paid} />
      <DatedPushes editor={editor} inserat={inserat} paid={paid} />
      <Toggle
        field="top_ad_enabled"
        icon={Pin}
        title="TopAd"
        visible={VISIBILITY.topAd}
        text="24 Stunden über allen anderen Inseraten."
        price={EXTRA_PRICES.topAd}
        paid={paid?.topAd ? (until(inserat?.topad_until) ?? 'War schon zu sehen.') : null}
        on={form.topAd}
        onChange={(topAd) => change({ topAd })}
      />
      <Toggle
        field="color_enabled"
        icon={Palette}
        title="Farbe"
        visible={VISIBILITY.colour}
        text="Dein Inserat erhält einen farbigen Hintergrund, bis die Laufzeit endet."
        price={EXTRA_PRICES.colour}
        paid={paid?.colour ? (until(inserat?.end_at) ?? '') : null}
        on={form.colour}
        onChange={(colour) => change({ colour })}
      />
      <Toggle
        field="story_posted"
        icon={CirclePlay}
        title="Story"
        visible={VISIBILITY.story}
        text="24 Stunden zuoberst in der Story-Leiste. Zu sehen ist vorerst das Hauptbild deines Inserats."
        price={EXTRA_PRICES.story}
        paid={paid?.story ? (until(inserat?.story_until) ?? 'War schon zu sehen.') : null}
        on={form.story}
        onChange={(on) => (on ? change({ story: true }) : setRemoving(true))}
        error={errorAt('story_posted')}
      >
        {story && (
          <Field
            className="promo-field"
            label="Titel der Story"
            id={controlId('story_title')}
            optional
            counter={{ value: form.storyTitle.length, max: TEXT_LIMITS.story_title.max }}
            error={errorAt('story_title')}
          >
            <Input
              maxLength={TEXT_LIMITS.story_title.max}
              value={form.storyTitle}
              onChange={(event) => change({ storyTitle: event.target.value })}
            />
          </Field>
        )}
      </Toggle>
      <ConfirmDialog
        open={removing}
        title="Story entfernen?"
        description="Die Story wird nicht gebucht, und ihr Titel wird gelöscht."
        safe="Behalten"
        act="Entfernen"
        danger
        onAct={() => {
          setRemoving(false);
          change({ story: false, storyTitle: '' });
        }}
        onClose={() => setRemoving(false)}
      />
    </EditorSection>
  );
}

interface ToggleProps {
  field: string;
  icon: LucideIcon;
  title: string;
  visible: number;
  text: string;
  price: number;
  /** What became of it when the running booking has paid for it; null when it has not. */
  paid: string | null;
  on: boolean;
  onChange: (on: boolean) => void;
  error?: string | undefined;
  children?: React.ReactNode;
}

/** Bought once in a booking: then there is nothing to choose any more. */
function Toggle({ field, price, paid, on, onChange, children, ...row }: ToggleProps) {
  const id = controlId(field);
  return (
    <PromoRow
      {...row}
      id={id}
      on={on || paid !== null}
      price={paid === null ? formatCredits(price) : <Bought />}
      control={
        paid === null && (
          <Switch aria-labelledby={`${id}-title`} checked={on} onChange={(event) => onChange(event.target.checked)} />
        )
      }
    >
      {paid && <p className="sm promo-paid num">{paid}</p>}
      {children}
    </PromoRow>
  );
}

const Bought = () => (
  <span className="promo-bought">
    <Check className="i" aria-hidden />
    Bezahlt
  </span>
);

const until = (at: string | null | undefined): string | null =>
  at ? `Läuft bis ${formatDateTime(new Date(at)).replace(' ', ', ')}.` : null;
