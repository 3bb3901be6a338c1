/**
 * `<PasswordInput autoComplete="current-password" {...register('password')} />` inside a Field,
 * with a show and hide button.
 */
import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { IconButton } from './icon-button.tsx';
import { Input } from './input.tsx';

export function PasswordInput(props: ComponentProps<'input'>) {
  const [shown, setShown] = useState(false);
  return (
    <Input
      {...props}
      type={shown ? 'text' : 'password'}
      spellCheck={false}
      autoCapitalize="none"
      end={
        <IconButton
          icon={shown ? EyeOff : Eye}
          label={shown ? 'Passwort verbergen' : 'Passwort anzeigen'}
          tipSide="left"
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}
