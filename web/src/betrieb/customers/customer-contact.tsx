import {
  CONTACT_CAUSE_IDS,
  CONTACT_CAUSES,
  type ContactCause,
  needsText,
} from '@samtrot/shared/customers/card-rules.ts';
import { showContact } from '@samtrot/shared/customers/contract.ts';
import type { Output } from '@samtrot/shared/kernel/action.ts';
import { grantOf } from '@samtrot/shared/staff/rights.ts';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { useMe } from '../api.ts';
import { Choice, ReasonDialog } from '../reason-dialog.tsx';
import type { Customer } from './customer.ts';

type Contact = Output<typeof showContact>;

/** Number, masked address and, after «Warum?», address and phones (BOF-76). */
export function CustomerContact({ of }: { of: Customer }) {
  const { rights } = useMe();
  const [contact, setContact] = useState<Contact | null>(null);
  const [asks, setAsks] = useState(false);
  const { email, phones } = contact ?? { email: of.email, phones: null };
  const offered = !contact && !of.closed && rights.includes('customer.private');
  return (
    <div className="customer-contact">
      <p className="muted customer-text" role="status">
        {[of.account_id, email, ...(phones ?? [])].filter(Boolean).join(' · ')}
      </p>
      {offered && <Button onClick={() => setAsks(true)}>Kontaktangaben zeigen</Button>}
      {asks && (
        <ContactDialog
          accountId={of.account_id}
          onContact={setContact}
          onClose={() => setAsks(false)}
        />
      )}
    </div>
  );
}

interface DialogProps {
  accountId: number;
  onContact: (contact: Contact) => void;
  onClose: () => void;
}

function ContactDialog({ accountId: account_id, onContact, onClose }: DialogProps) {
  const [cause, setCause] = useState<ContactCause>('request');
  const phones = grantOf(useMe().role, 'customer.private')?.scope === undefined;
  return (
    <ReasonDialog
      title="Kontaktangaben zeigen"
      description={`Du siehst ${phones ? 'Adresse und Telefonnummern' : 'die E-Mail-Adresse'}. Die Kundin sieht, wer das war und warum.`}
      act="Zeigen"
      label="Genauer"
      help="Sie liest es im Kontoprotokoll."
      optional={!needsText(cause)}
      onClose={onClose}
      onAct={(run, reason) => run(showContact, { account_id, cause, reason }, onContact)}
    >
      <Choice
        label="Warum?"
        value={cause}
        ids={CONTACT_CAUSE_IDS}
        labels={CONTACT_CAUSES}
        onChange={setCause}
      />
    </ReasonDialog>
  );
}
