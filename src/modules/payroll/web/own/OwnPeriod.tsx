import { useState } from 'react';
import { v7 as uuid } from 'uuid';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { Loaded } from '../../../../platform/web/ui/Loaded.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { ReasonDialog } from '../../../../platform/web/ui/ReasonDialog.tsx';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { type Review, signPeriod, wordsMaxLength } from '../../contract/review.ts';
import { PeriodSwitch } from '../parts/PeriodSwitch.tsx';
import {
  useLivePayroll,
  useOwnPeriod,
  usePayrollChange,
  useShownPeriod,
} from '../state/usePayroll.ts';
import { Signatures } from '../statement/Signatures.tsx';
import { StatementView } from '../statement/StatementView.tsx';

/** The user’s own hours of a pay period, to sign or to object to. */
export function OwnPeriod() {
  useLivePayroll();
  const query = useOwnPeriod(useShownPeriod());
  return (
    <Loaded query={query} what="your pay period">
      {({ navigation, review }) =>
        navigation && review ? (
          <div className="flex flex-col gap-6">
            <PeriodSwitch navigation={navigation} />
            {(review.may.sign || review.signatures.length > 0) && (
              <Signatures review={review}>
                <SignCard key={review.fingerprint} review={review} />
              </Signatures>
            )}
            <StatementView review={review} />
          </div>
        ) : (
          <EmptyState title="No pay period" description="There are no pay periods on this day." />
        )
      }
    </Loaded>
  );
}

/** What the state asks of the employee; nothing for hours that are signed or locked. */
function messageOf({ signState, isLocked, isOver }: Review) {
  if (isLocked) {
    return {
      tone: 'locked',
      text: 'This pay period is locked. Later corrections are paid with another one.',
    } as const;
  }
  if (!isOver) {
    return {
      tone: 'info',
      text: 'You can sign your hours once the pay period has ended.',
    } as const;
  }
  switch (signState) {
    case 'signed':
      return { tone: 'success', text: 'You signed these hours.' } as const;
    case 'changed':
      return {
        tone: 'warning',
        text: 'Your hours changed after you signed them. Check them and sign again.',
      } as const;
    case 'objected':
      return {
        tone: 'info',
        text: 'You objected. Your manager corrects your hours or answers.',
      } as const;
    case 'answered':
      return {
        tone: 'info',
        text: 'Your objection was answered. Check your hours and sign them.',
      } as const;
    default:
      return {
        tone: 'info',
        text: 'Check your hours. Your signature says that they are complete and correct.',
      } as const;
  }
}

/** A repeat on a bad connection is the same signature; an objection is never a repeat of one. */
const newIds = () => ({ signature: uuid(), objection: uuid() });

function SignCard({ review }: { review: Review }) {
  const { statement, fingerprint, signState, isLocked, isOver, may } = review;
  const [isObjecting, setObjecting] = useState(false);
  const [ids, setIds] = useState(newIds);
  const { mutate, isPending } = usePayrollChange(signPeriod, {
    failure: 'Couldn’t save your sign-off',
    onSaved: ({ signState: saved }) => {
      setObjecting(false);
      setIds(newIds());
      toast({ title: saved === 'signed' ? 'Hours signed' : 'Objection sent' });
    },
  });
  if (!may.sign) return null;
  const send = (objection: string | null) => {
    const clientId = objection === null ? ids.signature : ids.objection;
    mutate({ body: { clientId, period: statement.period.startsOn, fingerprint, objection } });
  };
  const { tone, text } = messageOf(review);
  const isOpen = isOver && !isLocked;
  return (
    <>
      <Notice tone={tone}>{text}</Notice>
      {isOpen && may.signWaitsFor && signState !== 'signed' && (
        <p className="text-sm text-muted">{may.signWaitsFor}</p>
      )}
      {isOpen && (
        <div className="flex flex-wrap gap-2">
          {signState !== 'signed' && (
            <Button
              variant="primary"
              disabled={may.signWaitsFor !== null}
              pending={isPending && !isObjecting}
              onClick={() => send(null)}
            >
              Sign hours
            </Button>
          )}
          {signState !== 'objected' && <Button onClick={() => setObjecting(true)}>Object</Button>}
        </div>
      )}
      {isObjecting && (
        <ReasonDialog
          title="Object to these hours"
          description="Your manager is notified and corrects your hours or answers."
          label="What is wrong"
          missing="Enter what is wrong"
          maxLength={wordsMaxLength}
          verb="Send objection"
          pending={isPending}
          onClose={() => setObjecting(false)}
          onSubmit={send}
        />
      )}
    </>
  );
}
