import { formatCredits, formatNumber } from '@samtrot/shared/kernel/format.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import { lackingWithDebt } from '@samtrot/shared/topups/debt.ts';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { useAccount } from '../lib/session/session.ts';
import { Alert } from '../ui/alert.tsx';
import { useAskNoMore } from '../ui/ask-no-more.tsx';
import { Button } from '../ui/button.tsx';
import { CostList } from '../ui/cost-list.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import type { Listable } from './listing.ts';
import { MissingCredits } from './missing-credits.tsx';
import type { Question } from './question.ts';
import type { ItemAction } from './use-action.ts';

interface Props<Type extends string, Item> {
  action: ItemAction<Type>;
  /** The item of the question, as it is now. */
  item: Item | undefined;
  /** `named` is the price that the server named instead of ours. */
  questionOf: (type: Type, item: Item, named?: Credits) => Question;
  credits: Credits;
  /** The button where only the editor helps, such as `Inserat bearbeiten`. */
  edit: string;
  /** Where the focus goes when the dialog closes; `false` leaves it to the list. */
  finalFocus: () => HTMLElement | boolean;
}

/**
 * The question before every action of a list: what happens, the price, the balance, obstacles.
 */
export function QuestionDialog<Type extends string, Item extends Listable>({
  action,
  item,
  questionOf,
  credits,
  edit,
  finalFocus,
}: Props<Type, Item>) {
  const navigate = useNavigate();
  const { owed } = useAccount();
  const kindNow = item && action.subject && questionOf(action.subject.type, item).kind;
  const asking = useAskNoMore(kindNow ?? undefined);
  const safeButton = useRef<HTMLButtonElement>(null);
  // A deleted item stays in its dialog until that has faded.
  const last = useRef(item);
  if (item) last.current = item;
  const { subject, busy, refusal, close } = action;
  if (!subject || last.current?.ID !== subject.id) return null;
  const offered = questionOf(subject.type, last.current, refusal?.price);
  const question = affordable(offered, credits);
  // Of two ways the list names both prices; it is reloaded when one was refused.
  const price = offered.other ? question.price : (refusal?.price ?? question.price);
  const missing = lackingWithDebt(Math.max(0, price - credits, refusal?.missing ?? 0), owed);
  const topUp = () => {
    close();
    void navigate({ to: '/guthaben' });
  };
  const act = missing > 0 ? LACKING : question.toEditor || refusal?.toEditor ? edit : null;
  return (
    <Dialog
      open={action.open && item !== undefined}
      type={subject.type}
      onClose={busy ? () => {} : close}
      title={question.title}
      description={
        <>
          <strong className="num">{question.about}</strong>
          <br />
          {question.text}
        </>
      }
      initialFocus={safeButton}
      finalFocus={finalFocus}
    >
      {/* Price lines stand only where something is charged or comes back (EXP-71). */}
      {isCharged(question) && (
        <Costs question={question} price={price} credits={credits} missing={missing} owed={owed} />
      )}
      {refusal && missing === 0 && (
        <Alert tone={refusal.price === undefined ? 'danger' : 'warning'} live className="above-4">
          {refusal.texts.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </Alert>
      )}
      {question.kind && asking.box}
      <DialogActions>
        <Button ref={safeButton} disabled={busy} onClick={close}>
          {question.safe}
        </Button>
        {question.other && act === null && (
          <Button
            disabled={busy}
            onClick={() => void action.act(question.other!.price, question.other!.way)}
          >
            {question.other.act}
          </Button>
        )}
        {question.act !== null && (
          <Button
            variant={question.danger ? 'danger' : 'primary'}
            busy={busy}
            busyLabel={question.busy}
            onClick={
              act === LACKING
                ? topUp
                : act === edit
                  ? action.edit
                  : () => {
                      asking.keep();
                      void action.act(price, question.way);
                    }
            }
          >
            {act === edit && question.toEditor ? question.act : (act ?? question.act)}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

/** Of two ways the dearer one is offered only where the credits reach for it. */
function affordable({ other, ...question }: Question, credits: Credits): Question {
  if (!other || credits >= question.price) return { ...question, ...(other && { other }) };
  return { ...question, act: other.act, price: other.price, way: other.way };
}

/** What only leads to the editor is no offer. */
const isCharged = ({ act, toEditor, price, costs, refund }: Question): boolean =>
  act !== null && !toEditor && (price > 0 || costs !== undefined || (refund?.atLeast ?? 0) > 0);

const LACKING = 'Guthaben aufladen';

interface CostsProps {
  question: Question;
  price: Credits;
  credits: Credits;
  missing: Credits;
  owed: Credits;
}

function Costs({ question, price, credits, missing, owed }: CostsProps) {
  const { refund, other } = question;
  const lines = [
    ...(question.costs ?? [
      { label: 'Preis', amount: price === 0 ? 'Kostenlos' : formatCredits(price) },
    ]),
  ];
  if (refund && refund.atLeast > 0)
    lines.push({ label: 'Rückerstattung', amount: `+ ${formatCredits(refund.atLeast)}` });
  const left = credits - price + (refund?.atLeast ?? 0);
  return (
    <div className="above-4">
      <CostList items={lines} />
      {missing > 0 ? (
        <MissingCredits missing={missing} owed={owed} balance={credits} className="above-4" />
      ) : (
        <div className="well between above-3">
          <span className="muted">Guthaben danach</span>
          <span className="strong num">
            {refund?.more ? 'mindestens ' : ''}
            {other && credits - other.price !== left
              ? `${formatNumber(left)} oder ${formatCredits(credits - other.price)}`
              : formatCredits(left)}
          </span>
        </div>
      )}
    </div>
  );
}
