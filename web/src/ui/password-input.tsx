/**
 * `<PasswordInput autoComplete="current-password" {...register('password')} />` inside a Field,
 * with a show and hide button. `what` tells two of one form apart.
 */
import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { IconButton } from './icon-button.tsx';
import { Input } from './input.tsx';

interface Props extends ComponentProps<'input'> {
  what?: string;
}

export function PasswordInput({ what = 'Passwort', ...props }: Props) {
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
          label={`${what} ${shown ? 'verbergen' : 'anzeigen'}`}
          tipSide="left"
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}
