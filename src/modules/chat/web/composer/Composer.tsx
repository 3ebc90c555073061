import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { SendHorizontal } from 'lucide-react';
import {
  memo,
  type RefObject,
  Suspense,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { pastedFiles } from '../../../../platform/web/files/incoming.ts';
import { Checkbox } from '../../../../platform/web/ui/Checkbox.tsx';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import { listChannels } from '../../contract/channels.ts';
import { charactersLeft } from '../parts/messageBox/charactersLeft.ts';
import { MessageBox } from '../parts/messageBox/MessageBox.tsx';
import { useNotifiedCount } from '../parts/messageBox/useAudience.ts';
import { useChat } from '../state/chatContext.ts';
import { sendLater } from '../state/extensions.ts';
import { editLast } from '../state/messages/editing.ts';
import { type Draft, draftKey, isBlank } from '../state/store/drafts.ts';
import type { ConnectionNotice } from '../state/useConnectionNotice.ts';
import { hasMoved } from '../state/view/chatView.ts';
import { ComposerHint } from './ComposerHint.tsx';
import { attach } from './files/attach.ts';
import { FileStrip } from './files/FileStrip.tsx';
import { FormattingBar } from './tools/FormattingBar.tsx';
import { QuoteLine } from './tools/QuoteLine.tsx';
import { Tools } from './tools/Tools.tsx';
import { UrgentLine } from './UrgentLine.tsx';
import { useGuardedSend } from './useGuardedSend.tsx';
import { useRecorder } from './voice/useRecorder.ts';
import { VoiceBar } from './voice/VoiceBar.tsx';

interface Props {
  channelId: string;
  /** Writes a reply in this thread. */
  threadId?: string | null | undefined;
  /** The conversation's name. */
  name: string;
  notice: ConnectionNotice;
}

/** Enter sends, Shift+Enter adds a new line. */
export function Composer({ channelId, threadId = null, name, notice: connection }: Props) {
  const { session } = useChat();
  const notice = useWriteAccess(channelId, connection);
  const { key, draft, tooLong, waits, isReady, write } = useWriting(channelId, threadId);
  const box = useRef<HTMLTextAreaElement>(null);
  const [formatting, showFormatting] = useFormattingShown();
  const attachHere = useCallback((files: File[]) => attach(session, key, files), [session, key]);
  const recorder = useRecorder((note) => attach(session, key, note));
  const notifiedCount = useNotifiedCount(draft.text, channelId);
  useKeptFocus(box, notice.connected);
  useFirstFocus(box);

  const later = sendLater();
  const { state } = recorder;
  const hintId = `composer-${key}`;
  const label = threadId === null ? `Message ${name}` : 'Reply in thread';
  const { send, line } = useGuardedSend({ channelId, threadId, name, text: draft.text, box });

  return (
    <div className="shrink-0 px-4 pt-1 pb-2">
      <Suspense>
        {later && <later.Line channelId={channelId} threadId={threadId} name={name} />}
      </Suspense>
      {line}
      <div
        className={clsx(
          'rounded-md border transition-colors',
          'has-[textarea:focus]:outline-2 has-[textarea:focus]:-outline-offset-1 has-[textarea:focus]:outline-focus',
          tooLong ? 'border-danger' : 'border-border-strong',
          notice.connected ? 'bg-surface' : 'bg-sunken',
        )}
      >
        {formatting && <FormattingBar box={box} disabled={!notice.connected} />}
        <UrgentLine box={box} draftKey={key} reason={draft.urgent} />
        <QuoteLine channelId={channelId} draftKey={key} messageId={draft.replyToId} />
        <MessageBox
          box={box}
          channelId={channelId}
          value={draft.text}
          label={label}
          placeholder={label}
          describedBy={hintId}
          invalid={tooLong}
          disabled={!notice.connected}
          onChange={(text) => {
            if (state.phase === 'refused') recorder.dismissError();
            write(text);
          }}
          onSend={send}
          onEscape={() => leave(box.current)}
          onUp={() => editLast(channelId, threadId)}
          onPaste={(event) => {
            const files = pastedFiles(event.clipboardData, new Date());
            if (files.length === 0) return;
            event.preventDefault();
            attachHere(files);
          }}
          className="max-h-60 min-h-11 px-3 py-3 touch:py-4"
        />
        <FileStrip files={draft.attachments} draftKey={key} />
        <VoiceBar recorder={recorder} box={box} />
        <div className="flex items-center justify-between gap-1 p-1 pt-0">
          <Tools
            box={box}
            channelId={channelId}
            draftKey={key}
            canPoll={threadId === null}
            name={name}
            disabled={!notice.connected}
            formatting={formatting}
            isRecording={state.phase === 'recording' || state.phase === 'asking'}
            onFormatting={showFormatting}
            onFiles={attachHere}
            onRecord={recorder.start}
          />
          <SendRow
            channelId={channelId}
            threadId={threadId}
            isReady={isReady && notice.connected}
            disabled={!notice.connected || tooLong || waits !== ''}
            onSend={send}
            box={box}
          />
        </div>
      </div>
      {threadId !== null && (
        <AlsoToChannel draftKey={key} name={name} checked={draft.alsoToChannel} />
      )}
      <ComposerHint
        id={hintId}
        text={draft.text}
        reason={notice.reason || waits}
        problem={state.phase === 'refused' ? state.reason : ''}
        note={notifiedCount === null ? '' : `This notifies ${notifiedCount} people`}
      />
    </div>
  );
}

/** Moves the focus to the messages above, where the arrow keys navigate. */
function leave(box: HTMLElement | null): void {
  const messages = box?.closest('section')?.querySelector<HTMLElement>('[role="log"]');
  if (messages) messages.focus({ preventScroll: true });
  else box?.blur();
}

interface SendProps {
  channelId: string;
  threadId: string | null;
  box: RefObject<HTMLTextAreaElement | null>;
  /** The draft can be sent. */
  isReady: boolean;
  disabled: boolean;
  onSend: () => void;
}

const SendRow = memo(function SendRow(props: SendProps) {
  const { channelId, threadId, box, isReady, disabled, onSend } = props;
  const later = sendLater();
  return (
    <div className="flex shrink-0 items-center">
      <IconButton
        label="Send message"
        icon={SendHorizontal}
        variant={isReady ? 'primary' : 'ghost'}
        disabled={disabled}
        onClick={onSend}
        className="h-8! touch:h-11!"
      />
      {later && (
        <span className="flex min-w-6 touch:min-w-11">
          <Suspense>
            <later.Menu
              channelId={channelId}
              threadId={threadId}
              disabled={!isReady}
              onScheduled={() => box.current?.focus()}
            />
          </Suspense>
        </span>
      )}
    </div>
  );
});

interface AlsoProps {
  draftKey: string;
  name: string;
  checked: boolean;
}

/** Also shows the reply in the channel's timeline. */
function AlsoToChannel({ draftKey, name, checked }: AlsoProps) {
  const { drafts } = useChat().session;
  return (
    <Checkbox
      label={`Also send to ${name}`}
      checked={checked}
      onCheckedChange={(also) => drafts.setAlsoToChannel(draftKey, also)}
      className="px-1 pt-1.5"
    />
  );
}

const storageKey = 'forecourt-formatting-bar';

/** Whether the formatting bar is open; remembered in this browser. */
function useFormattingShown(): [boolean, (shown: boolean) => void] {
  const [shown, setShown] = useState(readFormattingShown);
  const show = useCallback((next: boolean) => {
    setShown(next);
    try {
      localStorage.setItem(storageKey, String(next));
    } catch {
      // Storage is full or blocked: lasts until the page is left.
    }
  }, []);
  return [shown, show];
}

function readFormattingShown(): boolean {
  try {
    return localStorage.getItem(storageKey) === 'true';
  } catch {
    return false;
  }
}

/** A disabled box loses the focus: restore it when the connection is back. */
function useKeptFocus(box: RefObject<HTMLTextAreaElement | null>, enabled: boolean): void {
  const wasWriting = useRef(false);
  useLayoutEffect(() => {
    // Keep the last value while disabled.
    if (!enabled) return;
    if (wasWriting.current && document.activeElement === document.body) box.current?.focus();
    const note = () => {
      wasWriting.current = document.activeElement === box.current;
    };
    document.addEventListener('focusin', note);
    document.addEventListener('focusout', note);
    return () => {
      document.removeEventListener('focusin', note);
      document.removeEventListener('focusout', note);
    };
  }, [box, enabled]);
}

/** Focuses the box when the user opens a conversation, but not on page load. */
function useFirstFocus(box: RefObject<HTMLTextAreaElement | null>): void {
  useLayoutEffect(() => {
    // On a phone the focus opens the keyboard, which hides the messages.
    if (hasMoved() && matchMedia('(pointer: fine)').matches)
      box.current?.focus({ preventScroll: true });
  }, [box]);
}

type WriteAccess = Pick<ConnectionNotice, 'connected' | 'reason'>;

/** Whether the user can write in the channel now, and if not, why. */
function useWriteAccess(channelId: string, notice: ConnectionNotice): WriteAccess {
  const { data: isArchived } = useQuery({
    ...queryOptionsFor(listChannels),
    enabled: false,
    select: (channels) => channels.some(({ id, archivedAt }) => id === channelId && archivedAt),
  });
  return isArchived ? archived : notice;
}

const archived: WriteAccess = {
  connected: false,
  reason: 'This channel is archived and read-only.',
};

/** The draft of a conversation or thread, and what blocks sending it. */
function useWriting(channelId: string, threadId: string | null) {
  const { session } = useChat();
  const { drafts } = session;
  const key = draftKey(channelId, threadId);
  const get = () => drafts.get(key);
  const draft = useSyncExternalStore(drafts.watch, get, get);
  const tooLong = charactersLeft(draft.text) < 0;
  const waits = waitingFor(draft);
  return {
    key,
    draft,
    tooLong,
    /** Why it cannot be sent yet; empty if it can. */
    waits,
    isReady: !isBlank(draft) && !tooLong && waits === '',
    write(text: string) {
      drafts.write(key, text);
      if (text.trim()) session.noteTyping(channelId, threadId);
    },
  };
}

function waitingFor({ attachments }: Draft): string {
  if (attachments.some(({ phase }) => phase === 'failed')) {
    return 'A file couldn’t be uploaded. Remove it or try again.';
  }
  const isMoving = attachments.some(({ phase }) => phase !== 'ready');
  return isMoving ? 'You can send once the files are uploaded.' : '';
}
