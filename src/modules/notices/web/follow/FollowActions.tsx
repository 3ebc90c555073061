import { BellRing, CalendarPlus, Download, Lock, Printer } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../../platform/web/api/call.ts';
import { useNow } from '../../../../platform/web/time/useNow.ts';
import { Button, buttonClasses } from '../../../../platform/web/ui/Button.tsx';
import { ConfirmDialog } from '../../../../platform/web/ui/ConfirmDialog.tsx';
import {
  closeNotice,
  type NoticePart,
  type NoticeState,
  remindEverySeconds,
  remindNotice,
} from '../../contract.ts';
import { formatTime } from '../state/times.ts';
import { ExtendDialog } from './ExtendDialog.tsx';
import { useNoticeAction } from './useFollowing.ts';

interface Props {
  notice: NoticePart;
  state: NoticeState;
  /** Neither closed, deleted nor in an archived channel. */
  canAct: boolean;
  waiting: number;
}

/** Reminder, changes and proof of a notice. */
export function FollowActions({ notice, state, canAct, waiting }: Props) {
  const { noticeId } = notice;
  const link = buttonClasses({ size: 'sm' });
  return (
    <div className="grid w-full grid-cols-2 gap-2 sm:flex sm:flex-wrap sm:justify-end">
      <div className="contents sm:mr-auto sm:flex sm:flex-wrap sm:gap-2">
        <a className={link} href={`/api/notices/${noticeId}/proof.csv`} download>
          <Download aria-hidden />
          Download CSV
        </a>
        <a className={link} href={`/notices/proof?id=${noticeId}`} target="_blank" rel="noreferrer">
          <Printer aria-hidden />
          Print proof
        </a>
      </div>
      {canAct && state.can.change && <Change notice={notice} />}
      {canAct && waiting > 0 && <Remind noticeId={noticeId} remindedAt={state.remindedAt} />}
    </div>
  );
}

/** Only for the author. */
function Change({ notice }: { notice: NoticePart }) {
  const [openDialog, setOpenDialog] = useState<'close' | 'extend' | null>(null);
  const params = { id: notice.noticeId };
  const action = useNoticeAction(notice.noticeId, 'Couldn’t close notice');
  return (
    <>
      <Button size="sm" onClick={() => setOpenDialog('extend')}>
        <CalendarPlus aria-hidden />
        Extend due time
      </Button>
      <Button size="sm" onClick={() => setOpenDialog('close')}>
        <Lock aria-hidden />
        Close notice
      </Button>
      {openDialog === 'extend' && (
        <ExtendDialog notice={notice} onClose={() => setOpenDialog(null)} />
      )}
      <ConfirmDialog
        open={openDialog === 'close'}
        onOpenChange={(open) => open || setOpenDialog(null)}
        title="Close this notice?"
        description="No one can confirm it after this. Existing confirmations are kept."
        confirmLabel="Close notice"
        pending={action.isPending}
        onConfirm={() =>
          action.mutate(() => call(closeNotice, { params }), {
            onSuccess: () => setOpenDialog(null),
          })
        }
      />
    </>
  );
}

function Remind({ noticeId, remindedAt }: { noticeId: string; remindedAt: string | null }) {
  const now = useNow();
  const action = useNoticeAction(noticeId, 'Couldn’t send reminders');
  const nextAllowedAt = remindedAt
    ? new Date(remindedAt).getTime() + remindEverySeconds * 1_000
    : 0;
  const isWaiting = nextAllowedAt > now.getTime();
  const label = isWaiting
    ? `Reminded · next at ${formatTime(new Date(nextAllowedAt).toISOString(), now)}`
    : 'Send reminder';
  return (
    <Button
      size="sm"
      variant="primary"
      className="max-sm:col-span-2"
      disabled={isWaiting}
      pending={action.isPending}
      onClick={() => action.mutate(() => call(remindNotice, { params: { id: noticeId } }))}
    >
      <BellRing aria-hidden />
      {label}
    </Button>
  );
}
