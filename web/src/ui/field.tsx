/**
 * `<Field label="Titel" error={errors.titel} counter={{ value: 28, max: 100 }} help="…"><Input
 * {...register('titel')} /></Field>`.
 */
import { clsx } from 'clsx';
import { CircleAlert } from 'lucide-react';
import { createContext, type ReactNode, useContext, useId } from 'react';
import './field.css';

interface FieldProps {
  label: ReactNode;
  error?: string | null | undefined;
  help?: ReactNode;
  /** Shows "freiwillig" at the right of the label; required is the default and is not marked. */
  optional?: boolean;
  /** `28/100`, or words such as "9 Ziffern". */
  counter?: { value: number; max: number } | string;
  /** Fixed id of the control, where something else points at it. */
  id?: string;
  className?: string;
  children: ReactNode;
}

export function Field({
  label,
  error,
  help,
  optional,
  counter,
  id,
  className,
  children,
}: FieldProps) {
  const own = useId();
  const controlId = id ?? own;
  const noteId = `${controlId}-note`;
  return (
    <div className={clsx('field', className)} data-slot="field">
      <label className="label" htmlFor={controlId}>
        <span>{label}</span>
        {optional && <span className="opt">freiwillig</span>}
        {counter && (
          <span className="cnt num" aria-hidden>
            {typeof counter === 'string' ? counter : `${counter.value}/${counter.max}`}
          </span>
        )}
      </label>
      <FieldContext
        value={{
          id: controlId,
          noteId: error || help ? noteId : undefined,
          invalid: Boolean(error),
        }}
      >
        {children}
      </FieldContext>
      <FieldNote id={noteId} error={error} help={help} />
    </div>
  );
}

/**
 * A group of controls with one name and one message, such as the regions or the kind of pictures.
 */
export function FieldGroup({
  label,
  error,
  help,
  optional,
  id,
  className,
  children,
}: Omit<FieldProps, 'counter'>) {
  const own = useId();
  const noteId = `${id ?? own}-note`;
  return (
    <fieldset
      id={id}
      className={clsx('field', className)}
      data-slot="field"
      aria-invalid={error ? true : undefined}
      aria-describedby={error || help ? noteId : undefined}
    >
      <legend className="label" style={{ width: '100%', marginBottom: '0.4375rem' }}>
        <span>{label}</span>
        {optional && <span className="opt">freiwillig</span>}
      </legend>
      {children}
      <FieldNote id={noteId} error={error} help={help} />
    </fieldset>
  );
}

function FieldNote({
  id,
  error,
  help,
}: {
  id: string;
  error?: string | null | undefined;
  help?: ReactNode;
}) {
  if (error) {
    return (
      <p className="error" id={id} data-slot="field-error">
        <CircleAlert className="i" aria-hidden />
        <span>{error}</span>
      </p>
    );
  }
  return help ? (
    <p className="help" id={id}>
      {help}
    </p>
  ) : null;
}

interface Control {
  id: string | undefined;
  noteId: string | undefined;
  invalid: boolean;
}

const FieldContext = createContext<Control>({ id: undefined, noteId: undefined, invalid: false });

/** What a control inside a Field wears. */
export function useControlProps(given: {
  id?: string | undefined;
  'aria-describedby'?: string | undefined;
}) {
  const { id, noteId, invalid } = useContext(FieldContext);
  return {
    id: given.id ?? id,
    'aria-describedby': clsx(given['aria-describedby'], noteId) || undefined,
    'aria-invalid': invalid || undefined,
  };
}
