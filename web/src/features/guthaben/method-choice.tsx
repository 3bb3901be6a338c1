import type { PaymentMethod } from '@samtrot/shared/topups/methods.ts';
import {
  ChevronDown,
  CreditCard,
  ExternalLink,
  Landmark,
  type LucideIcon,
  Smartphone,
} from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../ui/button.tsx';
import './method-choice.css';
import '../../ui/radio-card.css';

/** Neutral signs of our own, no logos. */
const ICONS: Record<PaymentMethod, LucideIcon> = {
  twint: Smartphone,
  visa: CreditCard,
  mastercard: CreditCard,
  maestro: CreditCard,
  amex: CreditCard,
  postfinance: CreditCard,
  apple_pay: Smartphone,
  samsung_pay: Smartphone,
  bank_transfer: Landmark,
};

interface Props {
  methods: readonly { id: PaymentMethod; name: string }[];
  /** Null: chosen on the payment page. */
  value: PaymentMethod | null;
  onChange: (method: PaymentMethod | null) => void;
  disabled: boolean;
}

/** The others stand behind «Weitere» (EXP-99). */
const SHOWN = 4;

export function MethodChoice({ methods, value, onChange, disabled }: Props) {
  const name = useId();
  const [all, setAll] = useState(methods.findIndex(({ id }) => id === value) >= SHOWN);
  const shown = all ? methods : methods.slice(0, SHOWN);
  const choices = [{ id: null, name: 'Auf der Zahlungsseite wählen' }, ...shown];
  const list = useRef<HTMLFieldSetElement>(null);
  /** The button goes; the focus goes on at the first that came. */
  const showAll = () => {
    flushSync(() => setAll(true));
    list.current?.querySelectorAll('input')[1 + SHOWN]?.focus();
  };
  return (
    <fieldset className="stack-tight above-5 methods" data-slot="method-choice" ref={list}>
      <legend className="label below-2">Zahlungsart</legend>
      {choices.map((method) => {
        const Icon = method.id ? ICONS[method.id] : ExternalLink;
        return (
          <label key={method.name} className="choice focus-frame method">
            <input
              type="radio"
              className="radio"
              name={name}
              checked={value === method.id}
              disabled={disabled}
              onChange={() => onChange(method.id)}
            />
            <span className="grow">{method.name}</span>
            <Icon className="i muted" aria-hidden />
          </label>
        );
      })}
      {shown.length < methods.length && (
        <Button variant="ghost" iconEnd={ChevronDown} disabled={disabled} onClick={showAll}>
          Weitere
        </Button>
      )}
    </fieldset>
  );
}
