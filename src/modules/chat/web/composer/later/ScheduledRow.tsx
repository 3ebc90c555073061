import { Paperclip, Trash2, TriangleAlert } from 'lucide-react';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { IconButton } from '../../../../../platform/web/ui/IconButton.tsx';
import { Notice } from '../../../../../platform/web/ui/Notice.tsx';
import type { ScheduledMessage } from '../../../contract/personal.ts';
import { urgentBy } from '../urgent/reason.ts';
import UrgentDialog from '../urgent/UrgentDialog.tsx';
import { UrgentReason } from '../urgent/UrgentReason.tsx';
import { ScheduledText } from './ScheduledText.tsx';
import TimeDialog from './TimeDialog.tsx';
import { whenText } from './times.ts';
import { useScheduledActs } from './useScheduledActs.ts';

type Part = 'words' | 'time' | 'urgent';

interface Props {
  message: ScheduledMessage;
  /** Whether words of it were changed and not saved. */
  onTouched: (id: string, isTouched: boolean) => void;
}

/** One message that waits: all that was said when it was scheduled can be changed, and it can be taken back. */
export function ScheduledRow({ message, onTouched }: Props) {
  const { id, content, attachments, failure, urgent } = message;
  const [editing, setEditing] = useState<Part | null>(null);
  const acts = useScheduledActs(message, () => setEditing(null));
  const { change, cancel, send, busy, confirm, problem } = acts;
  const at = new Date(message.sendAt);
  const words = useRef<HTMLButtonElement>(null);
  useFocusKept(words, urgent !== null, editing !== null);
  const touched = useCallback((is: boolean) => onTouched(id, is), [onTouched, id]);
  const edit = (part: Part | null) => {
    acts.forgive();
    setEditing(part);
  };
  // Over a question to be answered in the row nothing must stand.
  const over = confirm ? null : editing;
  const told = { pending: change.isPending, problem, onClose: () => edit(null) };
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
          onEdit={() => edit('urgent')}
          onRemove={() => {
            words.current?.focus();
            change.mutate({ urgent: null });
          }}
        />
      )}
      {editing === 'words' ? (
        <ScheduledText
          content={content}
          mayBeBlank={attachments.length > 0}
          pending={change.isPending}
          onTouched={touched}
          onSave={(text) => change.mutate({ content: text })}
          onCancel={() => edit(null)}
        />
      ) : (
        content && (
          <p className="line-clamp-6 text-base wrap-anywhere whitespace-pre-wrap text-text">
            {content}
          </p>
        )
      )}
      {attachments.map((file) => (
        <p key={file.id} className="flex min-w-0 items-center gap-1.5 text-sm text-muted">
          <Paperclip aria-hidden="true" className="size-3.5 shrink-0" />
          <span className="truncate">{file.name}</span>
        </p>
      ))}
      {problem && (over === null || over === 'words') && (
        <Problem sentence={problem} onConfirm={confirm} />
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
          <Button size="sm" className="touch:h-11" onClick={() => edit('time')}>
            Change time
          </Button>
          <Button ref={words} size="sm" className="touch:h-11" onClick={() => edit('words')}>
            Edit text
          </Button>
          {!urgent && (
            <Button size="sm" className="touch:h-11" onClick={() => edit('urgent')}>
              Mark as urgent
            </Button>
          )}
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
      {over === 'time' && (
        <TimeDialog
          {...told}
          title="Change the time"
          action="Save"
          at={at.getTime() > Date.now() ? at : undefined}
          onChosen={(next) => change.mutate({ sendAt: next.toISOString() })}
        />
      )}
      {over === 'urgent' && (
        <UrgentDialog
          {...told}
          before={urgent?.reason ?? ''}
          onMarked={(reason) => change.mutate({ urgent: urgentBy(reason) })}
        />
      )}
    </li>
  );
}

/** What went wrong; or what one has to say yes to, then with the way to say it. */
function Problem({ sentence, onConfirm }: { sentence: string; onConfirm: (() => void) | null }) {
  return (
    <Notice
      tone={onConfirm ? 'warning' : 'danger'}
      live
      action={
        onConfirm && (
          <Button size="sm" className="touch:h-11" onClick={onConfirm}>
            Confirm
          </Button>
        )
      }
    >
      {sentence}
    </Notice>
  );
}

/** The button that led to being urgent goes with it: whoever pressed it goes on beside it. */
function useFocusKept(
  beside: RefObject<HTMLButtonElement | null>,
  isUrgent: boolean,
  isEditing: boolean,
): void {
  const was = useRef(isUrgent);
  useEffect(() => {
    if (isEditing || was.current === isUrgent) return;
    was.current = isUrgent;
    if (document.activeElement === document.body) beside.current?.focus();
  }, [beside, isUrgent, isEditing]);
}
