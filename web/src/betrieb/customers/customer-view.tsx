import { startView } from '@samtrot/shared/customers/help-contract.ts';
import { ReasonDialog } from '../reason-dialog.tsx';

// Where the browser keeps new tabs back, her pages open in this one.
const open = ({ path }: { path: string }) => window.open(path) ?? location.assign(path);

/** Opens her pages in a tab, for reading only (BOF-78). */
export const ViewDialog = ({ accountId, onClose }: { accountId: number; onClose: () => void }) => (
  <ReasonDialog
    title="Ansicht der Kundin"
    description="Du siehst 15 Minuten lang, was sie sieht, und änderst nichts."
    act="Ansicht öffnen"
    onClose={onClose}
    onAct={(run, reason) => run(startView, { account_id: accountId, reason }, open)}
  />
);
