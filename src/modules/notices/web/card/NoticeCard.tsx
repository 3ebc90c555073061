import { type ComponentProps, Suspense, useCallback, useState } from 'react';
import { useNow } from '../../../../platform/web/time/useNow.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { lazyPart } from '../../../../platform/web/ui/lazy/lazyPart.tsx';
import type { ChatExtension } from '../../../chat/web/public.ts';
import type { NoticePart } from '../../contract.ts';
import { useMyNotices } from '../state/mine.ts';
import { useNoticeState } from '../state/noticeState.ts';
import { ConfirmRow } from './ConfirmRow.tsx';
import { NoticeFrame } from './NoticeFrame.tsx';
import { NoticeText } from './NoticeText.tsx';

const PeopleDialog = lazyPart(() => import('../follow/PeopleDialog.tsx'), { place: 'dialog' });

type PartProps = ComponentProps<NonNullable<ChatExtension['Part']>>;

/** A notice in its conversation; a part of an unknown shape (from a later version) renders nothing. */
export default function NoticeCard({ part, open }: PartProps) {
  return isNotice(part) ? <Card notice={part} open={open} /> : null;
}

const isNotice = (part: unknown): part is NoticePart =>
  typeof part === 'object' && part !== null && 'noticeId' in part && 'kind' in part;

function Card({ notice, open }: { notice: NoticePart; open: boolean }) {
  const state = useNoticeState(notice.noticeId);
  useMyNotices();
  const now = useNow();
  const [isRead, setRead] = useState(false);
  const [isListOpen, setListOpen] = useState(false);
  const onOpened = useCallback(() => setRead(true), []);
  const { noticeId, confirmed, total, closedAt } = notice;
  const mustConfirm =
    state?.required && (state.confirmedAt !== null || (open && closedAt === null));
  return (
    <div className="mt-1.5">
      <NoticeFrame notice={notice} now={now} done={total > 0 && confirmed >= total}>
        <NoticeText text={notice.text} open={isRead} onOpened={onOpened} />
        <Progress confirmed={confirmed} total={total} />
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 empty:hidden">
          {mustConfirm && (
            <ConfirmRow
              noticeId={noticeId}
              confirmedAt={state.confirmedAt}
              isRead={isRead}
              now={now}
            />
          )}
          {state?.can.follow && (
            <Button size="sm" onClick={() => setListOpen(true)}>
              {confirmed < total && closedAt === null
                ? 'See who hasn’t confirmed'
                : 'See who confirmed'}
            </Button>
          )}
        </div>
      </NoticeFrame>
      <Suspense>
        {isListOpen && state && (
          <PeopleDialog
            notice={notice}
            state={state}
            open={open}
            onClose={() => setListOpen(false)}
          />
        )}
      </Suspense>
    </div>
  );
}

/** How many have confirmed, as text and as a bar. */
function Progress({ confirmed, total }: Pick<NoticePart, 'confirmed' | 'total'>) {
  const share = total > 0 ? (confirmed / total) * 100 : 0;
  return (
    <div className="flex flex-col gap-1">
      <span className="text-xs text-muted tabular-nums">
        {confirmed} of {total} confirmed
      </span>
      <span aria-hidden className="block h-1 overflow-hidden rounded-sm bg-fill">
        <span
          className="block h-full bg-success transition-[width]"
          style={{ width: `${share}%` }}
        />
      </span>
    </div>
  );
}
