import { CloudOff } from 'lucide-react';
import { weekdayTime } from '../../../../platform/web/time/moments.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { kindNames } from '../../contract.ts';
import { dropPunch, useWaiting } from './waitingPunches.ts';

interface Props {
  userId: number;
  timezone: string;
  onSend: () => void;
  sending: boolean;
}

/** The punches in this browser that are waiting to be sent. */
export function WaitingList({ userId, timezone, onSend, sending }: Props) {
  const waiting = useWaiting(userId);
  if (waiting.length === 0) return null;
  const sendable = waiting.some(({ refusal }) => refusal === undefined);
  return (
    <Notice
      tone="warning"
      live
      title={
        waiting.length === 1
          ? '1 punch waiting to be sent'
          : `${waiting.length} punches waiting to be sent`
      }
      action={
        sendable && (
          <Button size="sm" pending={sending} pendingLabel="Sending…" onClick={onSend}>
            Send now
          </Button>
        )
      }
    >
      <ul aria-label="Unsent punches" className="mt-1 flex flex-col gap-1">
        {waiting.map(({ clientId, kind, at, refusal }) => (
          <li key={clientId} className="flex flex-wrap items-center gap-x-2">
            <CloudOff aria-hidden="true" className="size-3.5 shrink-0" />
            <span className="tabular-nums">{`${kindNames[kind]}, ${weekdayTime(at, timezone)}`}</span>
            {refusal && (
              <>
                <span>{refusal}</span>
                <Button size="sm" variant="ghost" onClick={() => dropPunch(userId, clientId)}>
                  Discard
                </Button>
              </>
            )}
          </li>
        ))}
      </ul>
      {sendable && (
        <p className="mt-1">Sent automatically with the original time when you’re back online.</p>
      )}
    </Notice>
  );
}
