import { BellRing, CalendarPlus, Download, Lock, Printer } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../../platform/web/api/call.ts';
import { Button, buttonClasses } from '../../../../platform/web/ui/Button.tsx';
import { ConfirmDialog } from '../../../../platform/web/ui/ConfirmDialog.tsx';
import {
  closeNotice,
  type NoticePart,
  type NoticeState,
  remindEverySeconds,
  remindNotice,
} from '../../contract.ts';
import { formatTime, useNow } from '../store/times.ts';
import { ExtendDialog } from './ExtendDialog.tsx';
import { useAct } from './useFollowing.ts';

interface Props {
  notice: NoticePart;
  state: NoticeState;
  /** Neither closed, deleted nor in an archived channel. */
  canAct: boolean;
  waiting: number;
}

/** What can be done about those who have not confirmed, and the proof of those who have. */
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

/** Of the author alone. */
function Change({ notice }: { notice: NoticePart }) {
  const [asking, setAsking] = useState<'close' | 'extend' | null>(null);
  const params = { id: notice.noticeId };
  const act = useAct(notice.noticeId, 'Not closed');
  return (
    <>
      <Button size="sm" onClick={() => setAsking('extend')}>
        <CalendarPlus aria-hidden />
        Give more time
      </Button>
      <Button size="sm" onClick={() => setAsking('close')}>
        <Lock aria-hidden />
        Close notice
      </Button>
      {asking === 'extend' && <ExtendDialog notice={notice} onClose={() => setAsking(null)} />}
      <ConfirmDialog
        open={asking === 'close'}
        onOpenChange={(open) => open || setAsking(null)}
        title="Close this notice?"
        description="Nobody can confirm it any more. Who has confirmed stays recorded."
        confirmLabel="Close notice"
        pending={act.isPending}
        onConfirm={() =>
          act.mutate(() => call(closeNotice, { params }), { onSuccess: () => setAsking(null) })
        }
      />
    </>
  );
}

function Remind({ noticeId, remindedAt }: { noticeId: string; remindedAt: string | null }) {
  const now = useNow();
  const act = useAct(noticeId, 'Not reminded');
  const again = remindedAt ? new Date(remindedAt).getTime() + remindEverySeconds * 1_000 : 0;
  const waits = again > now.getTime();
  const label = waits
    ? `Reminded, again from ${formatTime(new Date(again).toISOString(), now)}`
    : 'Remind them';
  return (
    <Button
      size="sm"
      variant="primary"
      className="max-sm:col-span-2"
      disabled={waits}
      pending={act.isPending}
      onClick={() => act.mutate(() => call(remindNotice, { params: { id: noticeId } }))}
    >
      <BellRing aria-hidden />
      {label}
    </Button>
  );
}
