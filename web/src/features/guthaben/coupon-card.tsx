import { getUsedCoupons } from '@samtrot/shared/coupons/contract.ts';
import { formatCredits } from '@samtrot/shared/kernel/format.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useRead } from '../../lib/api/api.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHead } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Skeleton, SkeletonRegion } from '../../ui/skeleton.tsx';
import { capitals, MOST_TYPED } from './coupon-code.ts';
import { CouponDialog } from './coupon-dialog.tsx';
import { useCoupon } from './use-coupon.ts';
import './coupon-card.css';
import '../../ui/alert.css';

interface Props {
  onRedeemed: (redeemed: { credits: Credits; balance: Credits }) => Promise<void>;
}

/** GUT-31 to GUT-45. */
export function CouponCard({ onRedeemed }: Props) {
  const client = useQueryClient();
  const [typed, setTyped] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const { busy, coupon, error, blocked, check, redeem, clear, cancel } = useCoupon(
    async (redeemed) => {
      await onRedeemed(redeemed);
      await client.invalidateQueries({ queryKey: [getUsedCoupons.name] });
    },
  );

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!(await check(typed))) input.current?.focus();
  };
  const act = async () => {
    if (await redeem()) setTyped('');
  };
  return (
    <Card className="c4 coupon" aria-labelledby="guthaben-coupon">
      <CardHead title="Gutschein einlösen" id="guthaben-coupon" level="page" />
      <form onSubmit={submit} noValidate>
        <Field label="Gutschein-Code" error={error} help="Buchstaben, Zahlen, - und _">
          <div className="row-tight">
            <Input
              ref={input}
              value={typed}
              maxLength={MOST_TYPED}
              autoCapitalize="characters"
              autoComplete="off"
              autoCorrect="off"
              spellCheck={false}
              enterKeyHint="go"
              onChange={({ target, nativeEvent }) => {
                if (!(nativeEvent as InputEvent).isComposing) inCapitals(target);
                setTyped(target.value);
                clear();
              }}
              onCompositionEnd={({ currentTarget }) => {
                inCapitals(currentTarget);
                setTyped(currentTarget.value);
              }}
            />
            <Button type="submit" variant="primary" busy={busy} disabled={blocked}>
              Prüfen
            </Button>
          </div>
        </Field>
        <Announced text={error} />
      </form>
      <UsedCodes />
      <CouponDialog coupon={coupon} busy={busy} onRedeem={act} onClose={cancel} />
    </Card>
  );
}

/**
 * Writes capitals into the field itself and keeps the cursor where it was, also in the middle of
 * the text.
 */
function inCapitals(input: HTMLInputElement): void {
  const { selectionStart, selectionEnd, value } = input;
  const upper = capitals(value);
  if (upper === value) return;
  input.value = upper;
  input.setSelectionRange(selectionStart, selectionEnd);
}

/** Says a message once; the seconds that count down in it are not said again and again. */
function Announced({ text }: { text: string | null }) {
  const kind = text?.replace(/\d+/, '') ?? '';
  const [said, setSaid] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: another number alone is no other message
  useEffect(() => setSaid(text ?? ''), [kind]);
  return (
    <span className="sr" role="alert">
      {said}
    </span>
  );
}

/** GUT-44: as the server keeps them, all but their ends hidden. */
function UsedCodes() {
  const { data, isError } = useRead(getUsedCoupons, {});
  const heading = useId();
  if (isError) return null;
  return (
    <>
      <h3 className="plain-title xs muted above-5 below-2" id={heading}>
        Zuletzt eingelöst
      </h3>
      {!data ? (
        <SkeletonRegion>
          <Skeleton height="2.75rem" />
        </SkeletonRegion>
      ) : data.coupons.length === 0 ? (
        <p className="sm muted codes-none">Noch kein Gutschein.</p>
      ) : (
        <ul className="codes" aria-labelledby={heading}>
          {data.coupons.map(({ code, credits, used_at }) => (
            <li key={used_at + code}>
              <span className="strong anywhere">{code}</span>
              <span className="num muted nowrap">+ {formatCredits(credits)}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
