import { Check } from 'lucide-react';
import { useId } from 'react';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { useConfirm } from '../state/noticeState.ts';
import { formatTime } from '../state/times.ts';

interface Props {
  noticeId: string;
  confirmedAt: string | null;
  /** The full text was on screen. */
  isRead: boolean;
  now: Date;
}

/** The confirm button, or when the reader confirmed. */
export function ConfirmRow({ noticeId, confirmedAt, isRead, now }: Props) {
  const confirm = useConfirm(noticeId);
  const hint = useId();
  if (confirmedAt) {
    return (
      <p role="status" className="inline-flex items-center gap-1.5 text-sm text-success-text">
        <Check aria-hidden className="size-4" />
        Confirmed at {formatTime(confirmedAt, now)}
      </p>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button
        variant="primary"
        pending={confirm.isPending}
        disabled={!isRead}
        aria-describedby={isRead ? undefined : hint}
        onClick={() => confirm.mutate()}
      >
        <Check aria-hidden />I have read this
      </Button>
      {!isRead && (
        <span id={hint} className="text-xs text-muted">
          Show the full text first
        </span>
      )}
    </div>
  );
}
