import { BadgeCheck, TriangleAlert } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useNow } from '../../../../platform/web/time/useNow.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { ScrollArea } from '../../../../platform/web/ui/ScrollArea.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { chatNavigate } from '../../../chat/web/public.ts';
import type { MyNotice } from '../../contract.ts';
import { ConfirmRow } from '../card/ConfirmRow.tsx';
import { NoticeFrame } from '../card/NoticeFrame.tsx';
import { NoticeText } from '../card/NoticeText.tsx';
import { isOpen, useMyNotices } from '../state/mine.ts';
import { formatTime } from '../state/times.ts';

/** Notices to confirm, next due first; then the recent ones. */
export default function NoticesView() {
  const mine = useMyNotices();
  if (mine.isPending) return <Skeletons />;
  if (!mine.data) {
    return (
      <div className="flex min-h-0 flex-1 items-center">
        <NotLoaded what="notices" icon={TriangleAlert} error={mine.error} onRetry={mine.refetch} />
      </div>
    );
  }
  if (mine.data.length === 0) {
    return (
      <div className="flex min-h-0 flex-1 items-center">
        <EmptyState
          icon={BadgeCheck}
          title="No notices to confirm"
          description="Notices you must confirm, such as a recall or a stop-sale, appear here."
        />
      </div>
    );
  }
  const open = mine.data.filter(isOpen);
  return (
    <ScrollArea className="min-h-0 flex-1 p-4">
      {open.length === 0 && (
        <p className="flex items-center gap-2 pb-4 text-base text-muted">
          <BadgeCheck aria-hidden className="size-4 shrink-0" />
          You’ve confirmed everything.
        </p>
      )}
      <Section name="To confirm" notices={open} />
      <Section name="Last 30 days" notices={mine.data.filter((one) => !isOpen(one))} />
    </ScrollArea>
  );
}

function Section({ name, notices }: { name: string; notices: readonly MyNotice[] }) {
  if (notices.length === 0) return null;
  return (
    <section aria-label={name} className="pb-6">
      <h3 className="pb-2 text-sm font-medium text-muted">{name}</h3>
      <ul className="flex flex-col gap-3">
        {notices.map((notice) => (
          <li key={notice.noticeId}>
            <NoticeItem notice={notice} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function NoticeItem({ notice }: { notice: MyNotice }) {
  const now = useNow();
  const [isRead, setRead] = useState(false);
  const onOpened = useCallback(() => setRead(true), []);
  const { noticeId, channelId, messageId, confirmedAt, closedAt } = notice;
  return (
    <NoticeFrame notice={notice} now={now}>
      <p className="text-xs text-muted">
        {notice.authorName}, {formatTime(notice.postedAt, now)}
      </p>
      <NoticeText text={notice.text} open={isRead} onOpened={onOpened} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        {(confirmedAt || !closedAt) && (
          <ConfirmRow noticeId={noticeId} confirmedAt={confirmedAt} isRead={isRead} now={now} />
        )}
        <Button size="sm" variant="ghost" onClick={() => chatNavigate({ channelId, messageId })}>
          Go to message
        </Button>
      </div>
    </NoticeFrame>
  );
}

function Skeletons() {
  return (
    <div className="flex flex-col gap-3 p-4">
      {[0, 1].map((key) => (
        <div key={key} className="flex max-w-xl flex-col gap-2 rounded-md border border-border p-3">
          <Skeleton className="h-5 w-24" />
          <Skeleton className="h-6 w-2/3" />
          <Skeleton className="h-16 w-full" />
        </div>
      ))}
    </div>
  );
}
