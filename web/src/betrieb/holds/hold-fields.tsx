import { fieldWord, pictureField, pictureIn } from '@samtrot/shared/holds/owner-rules.ts';
import {
  REASON_NAMES,
  type HoldReason as Reason,
  type ReasonId,
} from '@samtrot/shared/holds/reason-rules.ts';
import { fieldsOf, HOLD_TEXT_MAX, HOLD_TEXT_MIN, mayName } from '@samtrot/shared/holds/rules.ts';
import { holdObject, uncoverObject } from '@samtrot/shared/holds/staff-contract.ts';
import type { HeldThing } from '@samtrot/shared/holds/status.ts';
import type { Output } from '@samtrot/shared/kernel/action.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Field, FieldGroup } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { listOf, useHoldReasons, useList, useMe } from '../api.ts';
import { Picture } from '../reviews/review-contents.tsx';
import { thingName } from '../thing.ts';
import { useChange } from '../use-change.tsx';
import { useVeilAgain } from '../use-veil-again.ts';
import '../reviews/reviews.css';

interface ReasonProps {
  value: ReasonId | '';
  ids: readonly ReasonId[];
  autoFocus?: boolean;
  /** The press of the button came before a choice. */
  missing?: boolean;
  onChoose: (reason: ReasonId | '') => void;
}

/** Why something is held. */
export function HoldReason({ value, ids, autoFocus, missing, onChoose }: ReasonProps) {
  return (
    <Field label="Grund" error={missing && value === '' ? 'Wähle einen Grund' : null}>
      <Select
        autoFocus={autoFocus}
        value={value}
        placeholder="Wähle einen Grund"
        options={ids.map((id) => ({ value: id, label: REASON_NAMES[id] }))}
        onChange={({ target }) => onChoose(target.value as ReasonId | '')}
      />
    </Field>
  );
}

interface FieldsProps {
  of: { type: HeldThing; id: number };
  reason: ReasonId | '';
  chosen: readonly string[];
  /** Says what it is and shows its pictures whatever the reason is. */
  whole?: boolean;
  onChange: (chosen: string[]) => void;
}

/** What is to be corrected: fields and pictures that it has, as its owner reads them. */
export function HoldFields({ of, ...props }: FieldsProps) {
  return of.type === 'account' || of.id === 0 ? null : (
    <OfThing key={thingName(of)} of={{ type: of.type, id: of.id }} {...props} />
  );
}

type Listed = Exclude<HeldThing, 'account'>;

/** Whether the thing has what a field names; until it is loaded the server judges. */
export function useNameable({ type, id }: FieldsProps['of']): (field: string) => boolean {
  const { data } = useQuery({
    ...listOf(holdObject, { type: type as Listed, id: String(id) }),
    enabled: type !== 'account' && id !== 0,
  });
  return (field) => {
    const place = pictureIn(field);
    return !data || (place === undefined ? data.fields.includes(field) : place <= data.pictures);
  };
}

function OfThing({
  of,
  reason,
  chosen,
  whole = false,
  onChange,
}: FieldsProps & { of: { type: Listed; id: number } }) {
  const reasons = useHoldReasons();
  const query = useList(holdObject, { type: of.type, id: String(of.id) });
  if (!query.data)
    return query.error?.code === 'NOT_FOUND' ? (
      <p role="status">{thingName(of)} gibt es nicht.</p>
    ) : null;
  const { title, fields, pictures } = query.data;
  const allowed = reason === '' ? [] : fieldsOf(of.type, reasons[reason]);
  const offered = allowed.filter((field) => fields.includes(field));
  const choice = (field: string) => (
    <Checkbox
      key={field}
      checked={chosen.includes(field)}
      onChange={({ target: { checked } }) =>
        onChange(checked ? [...chosen, field] : chosen.filter((other) => other !== field))
      }
    >
      {fieldWord(field)}
    </Checkbox>
  );
  const named = allowed.includes('bild');
  return (
    <>
      {whole && (
        <p>
          {thingName(of)}: <b>{title || 'Ohne Titel'}</b>
        </p>
      )}
      {offered.length > 0 && (
        <FieldGroup label="Felder" optional>
          <div className="house-acts">{offered.map(choice)}</div>
        </FieldGroup>
      )}
      {pictures > 0 && (named || whole) && (
        <FieldGroup label="Bilder" optional={named}>
          <HoldPictures of={of} count={pictures} choice={named ? choice : null} />
        </FieldGroup>
      )}
    </>
  );
}

interface PicturesProps {
  of: { type: Listed; id: number };
  count: number;
  choice: ((field: string) => ReactNode) | null;
}

/** Veiled until somebody uncovers them, each with its number. */
function HoldPictures({ of, count, choice }: PicturesProps) {
  const { rights } = useMe();
  const { run, dialog } = useChange();
  const [shown, setShown] = useState<Output<typeof uncoverObject>['pictures']>([]);
  useVeilAgain(() => setShown([]));
  const uncover = () => void run(uncoverObject, of, ({ pictures }) => setShown(pictures));
  const may = rights.includes('customer.private');
  const places = Array.from({ length: count }, (_, at) => at + 1);
  return (
    <>
      {may && (
        <>
          <Button
            size="sm"
            aria-pressed={shown.length > 0}
            onClick={() => (shown.length > 0 ? setShown([]) : uncover())}
          >
            {shown.length > 0 ? 'Verdecken' : 'Aufdecken'}
          </Button>
          <p className="muted sm">
            Wer aufdeckt, wird vermerkt. Die Kundin sieht es in ihrem Kontoprotokoll.
          </p>
        </>
      )}
      <ul className="review-pictures">
        {places.map((place) => (
          <li key={place}>
            <Picture
              label={`Bild ${place}`}
              url={shown.find(({ n }) => n === place)?.url}
              onUncover={may ? uncover : null}
            />
            {choice?.(pictureField(place))}
          </li>
        ))}
      </ul>
      {dialog}
    </>
  );
}

/** What is sent of what was ticked: the reason may have changed since. */
export const namedFields = (
  { type }: { type: HeldThing },
  reason: Reason,
  chosen: readonly string[],
): string[] => chosen.filter((field) => mayName(type, reason, field));

export const isShort = (text: string): boolean => text.trim().length < HOLD_TEXT_MIN;

interface TextProps {
  value: string;
  /** The press of the button came before the text was long enough. */
  pressed?: boolean;
  onChange: (text: string) => void;
}

/** The words to the owner of what is held. */
export function HoldText({ value, pressed, onChange }: TextProps) {
  return (
    <Field
      label="Text an die Besitzerin"
      counter={{ value: value.trim().length, max: HOLD_TEXT_MAX }}
      error={pressed && isShort(value) ? `Schreibe mindestens ${HOLD_TEXT_MIN} Zeichen.` : null}
    >
      <Textarea
        rows={3}
        value={value}
        maxLength={HOLD_TEXT_MAX}
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  );
}
