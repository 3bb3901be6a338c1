import { VISIBILITY } from '@samtrot/shared/cart/rules.ts';
import type { Inserat } from '@samtrot/shared/inserate/contract.ts';
import { formatCredits, formatDateTime } from '@samtrot/shared/kernel/format.ts';
import { Check, type LucideIcon, Palette, Pin } from 'lucide-react';
import { usePrices } from '../../../../lib/session/session.ts';
import { FormSection } from '../../../../ui/form-section.tsx';
import { Switch } from '../../../../ui/switch.tsx';
import { StoryPart } from '../media/editor-story.tsx';
import type { Media } from '../media/use-media.ts';
import { type AdFormState, controlId } from '../use-ad-form.ts';
import { DailyPush, DatedPushes } from './editor-pushes.tsx';
import { paidFor, runOf } from './editor-run.ts';
import { PromoRow } from './promo-row.tsx';
import './editor-promotion.css';

interface Props {
  editor: AdFormState;
  /** Null for a new ad. */
  inserat: Inserat | null;
  media: Media;
}

/** What lifts the ad above others, in the order of EDI-84. */
export function PromotionSection({ editor, inserat, media }: Props) {
  const { form, change, errorAt } = editor;
  const now = new Date();
  const prices = usePrices();
  const paid = paidFor(prices, form, inserat, now);
  return (
    <FormSection id="hervorheben" title="Hervorheben">
      <DailyPush editor={editor} paid={paid} />
      <DatedPushes editor={editor} inserat={inserat} paid={paid} />
      <Toggle
        field="top_ad_enabled"
        icon={Pin}
        title="TopAd"
        visible={VISIBILITY.topAd}
        text="24 Stunden über allen anderen Inseraten."
        price={prices.extras.topAd}
        error={errorAt('top_ad_enabled')}
        paid={paid?.topAd ? (until(inserat?.topad_until) ?? 'War schon zu sehen.') : null}
        on={form.top_ad_enabled}
        onChange={(top_ad_enabled) => change({ top_ad_enabled })}
      />
      <Toggle
        field="color_enabled"
        icon={Palette}
        title="Farbe"
        visible={VISIBILITY.colour}
        text="Dein Inserat erhält einen farbigen Hintergrund, bis die Laufzeit endet."
        price={prices.extras.colour}
        paid={paid?.colour ? (until(runOf(form, inserat, now).end.toISOString()) ?? '') : null}
        on={form.color_enabled}
        onChange={(color_enabled) => change({ color_enabled })}
      />
      <StoryPart editor={editor} inserat={inserat} media={media} paid={Boolean(paid?.story)} />
    </FormSection>
  );
}

interface ToggleProps {
  field: string;
  icon: LucideIcon;
  title: string;
  visible: number;
  text: string;
  price: number;
  error?: string | undefined;
  /** What became of it when the running booking has paid for it; null when it has not. */
  paid: string | null;
  on: boolean;
  onChange: (on: boolean) => void;
}

/** Bought once in a booking: then there is nothing to choose any more. */
function Toggle({ field, price, paid, on, onChange, ...row }: ToggleProps) {
  const id = controlId(field);
  return (
    <PromoRow
      {...row}
      id={id}
      on={on || paid !== null}
      price={paid === null ? formatCredits(price) : <Bought />}
      control={
        paid === null && (
          <Switch
            aria-labelledby={`${id}-title`}
            checked={on}
            onChange={(event) => onChange(event.target.checked)}
          />
        )
      }
    >
      {paid && <p className="sm medium is-success above-1 num">{paid}</p>}
    </PromoRow>
  );
}

const Bought = () => (
  <span className="row-tight is-success">
    <Check className="i" aria-hidden />
    Bezahlt
  </span>
);

const until = (at: string | null | undefined): string | null =>
  at ? `Läuft bis ${formatDateTime(new Date(at))}.` : null;
