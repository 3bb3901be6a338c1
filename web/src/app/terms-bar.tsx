import { formatDate } from '@samtrot/shared/kernel/format.ts';
import { getNotices } from '@samtrot/shared/notices/contract.ts';
import { acceptTerms } from '@samtrot/shared/texts/contract.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, call } from '../lib/api/call.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { ButtonLink } from '../ui/button-link.tsx';
import { toast } from '../ui/toast.tsx';

/** Asks for the new terms; until then nothing can be bought (BOF-129). */
export function TermsBar({
  of: { number, valid_from },
}: {
  of: { number: number; valid_from: string };
}) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const accept = async () => {
    setBusy(true);
    try {
      toast.success((await call(acceptTerms, { number })).message);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast.error(error.message);
    } finally {
      await client.invalidateQueries({ queryKey: [getNotices.name] });
      setBusy(false);
    }
  };
  return (
    <Alert
      tone="warning"
      className="reminder"
      live
      action={
        <div className="row-tight">
          <ButtonLink to="/dashboard/rechtliches">Ansehen</ButtonLink>
          <Button variant="primary" busy={busy} onClick={accept}>
            Einverstanden
          </Button>
        </div>
      }
    >
      <p>
        <b>Neue Bedingungen</b>
      </p>
      <p>
        Sie gelten seit {formatDate(new Date(valid_from))}. Bis du einverstanden bist, kannst du
        nichts kaufen.
      </p>
    </Alert>
  );
}
