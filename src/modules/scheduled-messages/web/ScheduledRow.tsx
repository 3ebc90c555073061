import { useMutation } from '@tanstack/react-query';
import { Paperclip, Trash2, TriangleAlert } from 'lucide-react';
import { type RefObject, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { sentenceOf } from '../../../platform/web/api/ApiError.ts';
import { call } from '../../../platform/web/api/call.ts';
import { Button } from '../../../platform/web/ui/Button.tsx';
import { IconButton } from '../../../platform/web/ui/IconButton.tsx';
import { Notice } from '../../../platform/web/ui/Notice.tsx';
import { TextArea } from '../../../platform/web/ui/TextArea.tsx';
import { postMessage } from '../../chat/contract.ts';
import {
  charactersLeft,
  charactersLeftSentence,
  UrgentDialog,
  UrgentReason,
  urgentBy,
  useChat,
} from '../../chat/web/public.ts';
import { needsConfirmation } from '../../data-guard/web/public.ts';
import { cancelScheduled, changeScheduled, type ScheduledMessage } from '../contract.ts';
import TimeDialog from './TimeDialog.tsx';
import { whenText } from './times.ts';
import { useRefresh } from './useScheduled.ts';

type Part = 'text' | 'time' | 'urgent';

interface Props {
  message: ScheduledMessage;
  /** Whether its text has unsaved changes. */
  onTouched: (id: string, isTouched: boolean) => void;
}

/** One scheduled message: edit, send now or cancel. */
export function ScheduledRow({ message, onTouched }: Props) {
  const { id, content, attachments, failure, urgent } = message;
  const [editing, setEditing] = useState<Part | null>(null);
  const actions = useScheduledActions(message, () => setEditing(null));
  const { change, cancel, send, busy, confirm, problem } = actions;
  const at = new Date(message.sendAt);
  const textButton = useRef<HTMLButtonElement>(null);
  useFocusKept(textButton, urgent !== null, editing !== null);
  const touched = useCallback((is: boolean) => onTouched(id, is), [onTouched, id]);
  const edit = (part: Part | null) => {
    actions.dismissErrors();
    setEditing(part);
  };
  // No dialog may cover a confirmation shown in the row.
  const over = confirm ? null : editing;
  const dialogProps = { pending: change.isPending, problem, onClose: () => edit(null) };
  return (
    <li className="flex flex-col gap-2 py-3 first:pt-0 last:pb-0">
      <p className="text-xs font-medium text-muted">
        <time dateTime={message.sendAt}>{whenText(at)}</time>
      </p>
      {failure && (
        <p className="flex items-start gap-1.5 text-sm text-danger">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />
          Couldn’t send: {failure}
        </p>
      )}
      {urgent && (
        <UrgentReason
          reason={urgent.reason}
          onEdit={() => edit('urgent')}
          onRemove={() => {
            textButton.current?.focus();
            change.mutate({ urgent: null });
          }}
        />
      )}
      {editing === 'text' ? (
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
      {problem && (over === null || over === 'text') && (
        <Problem sentence={problem} onConfirm={confirm} />
      )}
      {editing !== 'text' && (
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
          <Button ref={textButton} size="sm" className="touch:h-11" onClick={() => edit('text')}>
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
          {...dialogProps}
          title="Change time"
          action="Save"
          at={at.getTime() > Date.now() ? at : undefined}
          onChosen={(next) => change.mutate({ sendAt: next.toISOString() })}
        />
      )}
      <Suspense>
        {over === 'urgent' && (
          <UrgentDialog
            {...dialogProps}
            before={urgent?.reason ?? ''}
            onMarked={(reason) => change.mutate({ urgent: urgentBy(reason) })}
          />
        )}
      </Suspense>
    </li>
  );
}

/** An error, or a warning with a button to confirm. */
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

/** The "Mark as urgent" button disappears when used: move the focus to its neighbor. */
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

interface ScheduledChange {
  content?: string;
  sendAt?: string;
  urgent?: ScheduledMessage['urgent'];
  acceptsSensitive?: boolean;
}

/** Actions on a scheduled message; `onChanged` is called once a change is visible. */
function useScheduledActions(message: ScheduledMessage, onChanged: () => void) {
  const { session } = useChat();
  const refresh = useRefresh();
  const params = { scheduledId: message.id };
  const change = useMutation({
    mutationFn: (body: ScheduledChange) => call(changeScheduled, { params, body }),
    async onSettled(_changed, error) {
      await refresh();
      if (!error) onChanged();
    },
  });
  const cancel = useMutation({
    mutationFn: () => call(cancelScheduled, { params }),
    onSettled: refresh,
  });
  const send = useMutation({
    async mutationFn(acceptsSensitive: boolean) {
      session.take(await post(message, acceptsSensitive));
      // If this fails, the scheduled send reuses the id and is deduplicated.
      await call(cancelScheduled, { params }).catch(() => {});
    },
    onSettled: refresh,
  });
  const mutations = [change, cancel, send];
  // Only the latest attempt's error matters.
  const error = mutations.toSorted((one, other) => other.submittedAt - one.submittedAt)[0]?.error;
  /** Repeats the refused action with consent; null if none is needed. */
  const confirm = !needsConfirmation(error)
    ? null
    : error === send.error
      ? () => send.mutate(true)
      : () => change.mutate({ ...change.variables, acceptsSensitive: true });
  return {
    change,
    cancel,
    send,
    confirm,
    /** Clears earlier errors. */
    dismissErrors() {
      for (const mutation of mutations) if (!mutation.isPending) mutation.reset();
    },
    busy: change.isPending || cancel.isPending || send.isPending,
    problem: error ? sentenceOf(error, 'Couldn’t update message. Try again.') : undefined,
  };
}

function post(message: ScheduledMessage, acceptsSensitive: boolean) {
  const { id, channelId, threadId, content, attachments, urgent } = message;
  const { alsoToChannel, replyToId } = message;
  const body = {
    clientMsgId: id,
    threadId,
    alsoToChannel,
    replyToId,
    content,
    attachmentIds: attachments.map((file) => file.id),
    urgent,
    acceptsSensitive,
  };
  return call(postMessage, { params: { channelId }, body });
}

interface TextProps {
  content: string;
  /** It has files. */
  mayBeBlank: boolean;
  pending: boolean;
  /** Reports unsaved changes. */
  onTouched: (isTouched: boolean) => void;
  onSave: (content: string) => void;
  onCancel: () => void;
}

function ScheduledText(props: TextProps) {
  const { content, mayBeBlank, pending, onTouched, onSave, onCancel } = props;
  const [text, setText] = useState(content);
  const [error, setError] = useState('');
  const left = charactersLeft(text);
  const isTouched = text.trim() !== content;
  useEffect(() => {
    onTouched(isTouched);
    return () => onTouched(false);
  }, [isTouched, onTouched]);
  const save = () => {
    if (!isTouched) onCancel();
    else if (!text.trim() && !mayBeBlank) setError('Enter a message.');
    else if (left >= 0) onSave(text.trim());
  };
  return (
    <div className="flex flex-col gap-2">
      <TextArea
        label="Message"
        labelHidden
        autoFocus
        rows={2}
        value={text}
        hint={left < 0 ? undefined : charactersLeftSentence(left)}
        error={error || (left < 0 ? charactersLeftSentence(left) : undefined)}
        onChange={({ target }) => {
          setText(target.value);
          setError('');
        }}
      />
      <div className="flex gap-2">
        <Button size="sm" variant="primary" className="touch:h-11" pending={pending} onClick={save}>
          Save
        </Button>
        <Button size="sm" className="touch:h-11" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
