import { REASON_MAX } from '@samtrot/shared/customers/card-rules.ts';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { Select } from '../ui/select.tsx';
import { type Run, useChange } from './use-change.tsx';

interface Props {
  title: string;
  description: string;
  act: string;
  danger?: boolean;
  /** Whether the fields in `children` are filled in. */
  ready?: boolean;
  /** Of the reason. */
  label?: string;
  /** Without it, the act waits for the reason. */
  optional?: boolean;
  /** Who reads the reason. */
  help?: string;
  max?: number;
  /** Closes the dialog when it returns true. */
  onAct: (run: Run, reason: string) => Promise<boolean>;
  onClose: () => void;
  /** Fields above the reason. */
  children?: ReactNode;
  /** Fields below it. */
  further?: ReactNode;
}

/** A change of the house that asks for its reason, and for the factor where that is due. */
export function ReasonDialog({ title, description, act, danger, children, ...props }: Props) {
  const { label = 'Grund', optional = false, ready = true } = props;
  const { help = 'Sie liest ihn im Kontoprotokoll.', max = REASON_MAX } = props;
  const { run, busy, dialog } = useChange();
  const [reason, setReason] = useState('');
  const carryOut = async () => {
    if (await props.onAct(run, reason)) props.onClose();
  };
  return (
    <>
      <ConfirmDialog
        open
        title={title}
        description={description}
        safe="Zurück"
        act={act}
        danger={danger}
        busy={busy}
        busyLabel="Einen Moment …"
        actDisabled={!ready || (!optional && reason.trim() === '')}
        onClose={props.onClose}
        onAct={() => void carryOut()}
      >
        <div className="house-form">
          {children}
          <Field label={label} optional={optional} help={help}>
            <Input
              value={reason}
              maxLength={max}
              onChange={({ target }) => setReason(target.value)}
            />
          </Field>
          {props.further}
        </div>
      </ConfirmDialog>
      {dialog}
    </>
  );
}

interface ChoiceProps<Id extends string> {
  label: string;
  /** What the chosen one means. */
  help?: string;
  value: Id;
  ids: readonly Id[];
  labels: Record<Id, string>;
  onChange: (value: Id) => void;
}

/** One of a short list. */
export function Choice<Id extends string>({
  label,
  help,
  value,
  ids,
  labels,
  ...on
}: ChoiceProps<Id>) {
  return (
    <Field label={label} {...(help && { help })}>
      <Select
        value={value}
        options={ids.map((id) => ({ value: id, label: labels[id] }))}
        onChange={({ target }) => on.onChange(target.value as Id)}
      />
    </Field>
  );
}
