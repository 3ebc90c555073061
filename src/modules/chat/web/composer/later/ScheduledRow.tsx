import { Paperclip, Trash2, TriangleAlert } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { IconButton } from '../../../../../platform/web/ui/IconButton.tsx';
import { Notice } from '../../../../../platform/web/ui/Notice.tsx';
import type { ScheduledMessage } from '../../../contract/personal.ts';
import { urgentBy } from '../urgent/reason.ts';
import { UrgentReason } from '../urgent/UrgentReason.tsx';
import { ScheduledText } from './ScheduledText.tsx';
import TimeDialog from './TimeDialog.tsx';
import { whenText } from './times.ts';
import { type ScheduledChange, useScheduledActs } from './useScheduledActs.ts';

/** One message that waits: its words and its time can be changed, and it can be taken back. */
export function ScheduledRow({ message }: { message: ScheduledMessage }) {
  const [editing, setEditing] = useState<'words' | 'time' | null>(null);
  const { change, cancel, send, confirm, busy, problem } = useScheduledActs(message);
  const { content, attachments, failure, urgent } = message;
  const at = new Date(message.sendAt);
  const words = useRef<HTMLButtonElement>(null);
  const save = (next: ScheduledChange) =>
    change.mutate(next, { onSuccess: () => setEditing(null) });
  return (
    <li className="flex flex-col gap-2 py-3 first:pt-0 last:pb-0">
      <p className="text-xs font-medium text-muted">
        <time dateTime={message.sendAt}>{whenText(at)}</time>
      </p>
      {failure && (
        <p className="flex items-start gap-1.5 text-sm text-danger">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />
          Not sent: {failure}
        </p>
      )}
      {urgent && (
        <UrgentReason
          reason={urgent.reason}
          onChange={(reason) => {
            if (reason === null) words.current?.focus();
            change.mutate({ urgent: urgentBy(reason) });
          }}
        />
      )}
      {editing === 'words' ? (
        <ScheduledText
          content={content}
          mayBeBlank={attachments.length > 0}
          pending={change.isPending}
          onSave={(text) => save({ content: text })}
          onCancel={() => setEditing(null)}
        />
      ) : (
        content && (
          <p className="line-clamp-6 text-base break-words whitespace-pre-wrap text-text">
            {content}
          </p>
        )
      )}
      {attachments.map(({ id, name }) => (
        <p key={id} className="flex min-w-0 items-center gap-1.5 text-sm text-muted">
          <Paperclip aria-hidden="true" className="size-3.5 shrink-0" />
          <span className="truncate">{name}</span>
        </p>
      ))}
      {problem && (
        <Notice
          tone={confirm ? 'warning' : 'danger'}
          live
          action={
            confirm && (
              <Button size="sm" className="touch:h-11" onClick={confirm}>
                Confirm
              </Button>
            )
          }
        >
          {problem}
        </Notice>
      )}
      {editing !== 'words' && (
        <div className="flex flex-wrap items-center gap-2">
          <Button
            size="sm"
            className="touch:h-11"
            pending={busy}
            onClick={() => send.mutate(false)}
          >
            Send now
          </Button>
          <Button size="sm" className="touch:h-11" onClick={() => setEditing('time')}>
            Change time
          </Button>
          <Button ref={words} size="sm" className="touch:h-11" onClick={() => setEditing('words')}>
            Edit text
          </Button>
          <IconButton
            label="Cancel this message"
            icon={Trash2}
            size="sm"
            className="ml-auto touch:size-11!"
            disabled={busy}
            onClick={() => cancel.mutate()}
          />
        </div>
      )}
      {editing === 'time' && (
        <TimeDialog
          title="Change the time"
          action="Save"
          at={at.getTime() > Date.now() ? at : undefined}
          onClose={() => setEditing(null)}
          onChosen={(next) => save({ sendAt: next.toISOString() })}
        />
      )}
    </li>
  );
}
