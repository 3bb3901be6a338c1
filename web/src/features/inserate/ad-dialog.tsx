import type { Inserat } from '@samtrot/shared/inserate/contract.ts';
import { type Credits, formatCredits } from '@samtrot/shared/kernel/money.ts';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { CostList } from '../../ui/cost-list.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { type Question, questionOf } from './ad-questions.ts';
import type { useAdAction } from './use-ad-action.ts';

interface Props {
  action: ReturnType<typeof useAdAction>;
  /** The ad that is asked about, as it is now. */
  inserat: Inserat | undefined;
  credits: Credits;
  /** Where the focus goes when the dialog closes; `false` leaves it to the list. */
  finalFocus: () => HTMLElement | boolean;
}

/** The question before every action of the list: what happens, what it costs, what is left, and what is in the way. */
export function AdDialog({ action, inserat, credits, finalFocus }: Props) {
  const navigate = useNavigate();
  const safeButton = useRef<HTMLButtonElement>(null);
  // An ad that was deleted stays in the words of its dialog until that has faded.
  const last = useRef(inserat);
  if (inserat) last.current = inserat;
  const { asking, busy, refusal, close } = action;
  if (!asking || last.current?.ID !== asking.id) return null;
  const question = questionOf(asking.type, last.current, refusal?.price);
  const price = refusal?.price ?? question.price;
  const missing = Math.max(0, price - credits, refusal?.missing ?? 0);
  const topUp = () => {
    close();
    void navigate({ to: '/guthaben' });
  };
  const act = missing > 0 ? LACKING : question.toEditor || refusal?.toEditor ? EDITING : null;
  return (
    <Dialog
      open={action.open && inserat !== undefined}
      type={asking.type}
      onClose={busy ? () => {} : close}
      title={question.title}
      description={question.text}
      initialFocus={safeButton}
      finalFocus={finalFocus}
    >
      {question.act !== null && <Costs question={question} price={price} credits={credits} missing={missing} />}
      {refusal && missing === 0 && (
        <Alert tone={refusal.price === undefined ? 'danger' : 'warning'} live className="ad-dialog-alert">
          {refusal.texts.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </Alert>
      )}
      <DialogActions>
        <Button ref={safeButton} disabled={busy} onClick={close}>
          {question.safe}
        </Button>
        {question.act !== null && (
          <Button
            variant={question.danger ? 'danger' : 'primary'}
            busy={busy}
            busyLabel={question.busy}
            onClick={act === LACKING ? topUp : act === EDITING ? action.edit : () => void action.act(price)}
          >
            {act === EDITING && question.toEditor ? question.act : (act ?? question.act)}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

const LACKING = 'Guthaben aufladen';
const EDITING = 'Inserat bearbeiten';

interface CostsProps {
  question: Question;
  price: Credits;
  credits: Credits;
  missing: Credits;
}

function Costs({ question, price, credits, missing }: CostsProps) {
  const { refund } = question;
  const lines = [{ label: 'Preis', amount: price === 0 ? 'Kostenlos' : formatCredits(price) }];
  if (refund && refund.atLeast > 0)
    lines.push({ label: 'Rückerstattung', amount: `+ ${formatCredits(refund.atLeast)}` });
  const left = credits - price + (refund?.atLeast ?? 0);
  return (
    <div className="ad-costs">
      <CostList items={lines} />
      {missing > 0 ? (
        <Alert tone="warning" live className="ad-dialog-alert">
          <p className="strong">Nicht genügend Credits</p>
          <p className="num">
            Du hast {formatCredits(credits)}. Es fehlen noch {formatCredits(missing)}.
          </p>
        </Alert>
      ) : (
        <div className="after">
          <span className="muted">Guthaben danach</span>
          <span className="strong num">
            {refund?.more ? 'mindestens ' : ''}
            {formatCredits(left)}
          </span>
        </div>
      )}
    </div>
  );
}
