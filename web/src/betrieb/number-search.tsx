import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import './customers/customer.css';

interface Props {
  label: string;
  onLook(q: string): void;
}

/** Looks for things or an account by a number; empty again it shows all. */
export function NumberSearch({ label, onLook }: Props) {
  const [typed, setTyped] = useState('');
  return (
    <search>
      <form
        className="customer-search"
        onSubmit={(event) => {
          event.preventDefault();
          onLook(typed.trim());
        }}
      >
        <Field label={label} help="Nummer von Inserat, Banner, Club oder Konto">
          <Input
            type="search"
            value={typed}
            maxLength={40}
            autoComplete="off"
            onChange={({ target }) => {
              setTyped(target.value);
              if (target.value === '') onLook('');
            }}
          />
        </Field>
        <Button type="submit">Suchen</Button>
      </form>
    </search>
  );
}
