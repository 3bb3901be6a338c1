import { getFactors } from '@samtrot/shared/access/factor-contract.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRead } from '../../lib/api/api.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { CodeApp } from './code-app.tsx';
import { Passkeys } from './passkeys.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

/** Passkeys, second step and recovery codes: lines of the card «Anmelden» (EXP-80, EXP-81). */
export function Factors() {
  const client = useQueryClient();
  const { data, error, refetch } = useRead(getFactors, {}, { staleTime: 0 });
  // Whatever else the page says of the account depends on them.
  const onChanged = () => client.invalidateQueries();
  if (data) {
    return (
      <>
        <Passkeys factors={data} onChanged={onChanged} />
        <CodeApp factors={data} onChanged={onChanged} />
        <RecoveryCodes factors={data} onChanged={onChanged} />
      </>
    );
  }
  return (
    <li>
      <span />
      {error ? (
        <Alert tone="danger" live>
          {error.message}
        </Alert>
      ) : (
        <SkeletonLines lines={3} height="4rem" />
      )}
      {error && <Button onClick={() => void refetch()}>Erneut versuchen</Button>}
    </li>
  );
}
