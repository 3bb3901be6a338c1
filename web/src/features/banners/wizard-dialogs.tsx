import type { Banner } from '@samtrot/shared/banners/contract.ts';
import { BANNER_TYPES, monthsLabel } from '@samtrot/shared/banners/rules.ts';
import { formatCredits } from '@samtrot/shared/kernel/format.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import type { Account } from '../../lib/session/session.ts';
import { Alert } from '../../ui/alert.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { CostList } from '../../ui/cost-list.tsx';
import type { WizardSave } from './use-wizard-save.ts';
import { startLabel, type WizardForm, wizardPrice } from './wizard-form.ts';
import './wizard.css';
import '../../ui/dialog.css';

export interface DialogsProps {
  saving: WizardSave;
  form: WizardForm;
  /** Null for a new one. */
  banner: Banner | null;
  account: Account;
}

/**
 * The questions before ordering and saving (BAN-61): the banner, its websites and its price, once
 * more.
 */
export function WizardDialogs({ saving, form, banner, account }: DialogsProps) {
  const { question, busy, changedTotal, message, closeQuestion, act } = saving;
  const total = changedTotal ?? wizardPrice(account.prices.banners, form)?.total ?? 0;
  const common = {
    safe: 'Abbrechen',
    busy,
    onAct: () => void act(),
    onClose: closeQuestion,
  } as const;
  const expired = banner?.status === 'abgelaufen';
  return (
    <>
      <ConfirmDialog
        {...common}
        open={question === 'order'}
        title={expired ? 'Banner neu bestellen?' : 'Banner bestellen?'}
        description={`Der Preis wird sofort von deinem Guthaben abgezogen.${
          form.publish_option === 'Planen' ? ` Der Banner startet am ${startLabel(form)}.` : ''
        }`}
        act="Bestellen"
        busyLabel="Wird bestellt …"
      >
        <Lines form={form} account={account} total={total} />
        {changedTotal !== null && (
          <Alert tone="warning" live className="above-4">
            <p>{message}</p>
          </Alert>
        )}
      </ConfirmDialog>
      <ConfirmDialog
        {...common}
        open={question === 'draft'}
        title="Als Entwurf speichern?"
        description={
          expired
            ? 'Das kostet nichts. Du kannst den Banner später neu bestellen.'
            : 'Ein Entwurf kostet nichts und ist für niemanden sichtbar. Du kannst ihn später bestellen.'
        }
        act="Speichern"
        busyLabel="Wird gespeichert …"
      >
        <Lines form={form} account={account} total={total} later />
      </ConfirmDialog>
      <ConfirmDialog
        {...common}
        open={question === 'save'}
        title="Änderungen speichern?"
        description={
          banner?.status === 'aktiv'
            ? 'Das kostet nichts. Besucher sehen die Änderungen sofort.'
            : 'Das kostet nichts.'
        }
        act="Speichern"
        busyLabel="Wird gespeichert …"
      />
    </>
  );
}

function Lines({
  form,
  account,
  total,
  later,
}: {
  form: WizardForm;
  account: Account;
  total: Credits;
  later?: boolean;
}) {
  const names = account.webseiten
    .filter(({ id }) => form.webseiten.includes(id))
    .map(({ name }) => name);
  const after = { label: 'Guthaben danach', amount: formatCredits(account.credits - total) };
  return (
    <div className="above-4 dialog-lines">
      <CostList
        items={[
          ...(form.typ
            ? [{ label: BANNER_TYPES[form.typ].name, amount: monthsLabel(form.monate) }]
            : []),
          {
            label: names.length === 1 ? 'Webseite' : 'Webseiten',
            amount: names.length === 0 ? 'keine' : names.join(', '),
          },
          { label: later ? 'Preis beim Bestellen' : 'Preis', amount: formatCredits(total) },
          ...(later || total > account.credits ? [] : [after]),
        ]}
      />
    </div>
  );
}
