import { clsx } from 'clsx';
import { useCallback, useRef } from 'react';
import { useGuardedSend } from '../guard/useGuardedSend.tsx';
import { editLast } from '../messages/editing.ts';
import { useChat } from '../panel/chatContext.ts';
import type { ConnectionNotice } from '../panel/useConnectionNotice.ts';
import { ComposerHint } from './ComposerHint.tsx';
import { useNotifiedCount } from './completion/people/useCalls.ts';
import { attach } from './files/attach.ts';
import { FileStrip } from './files/FileStrip.tsx';
import { pastedFiles } from './files/incoming.ts';
import { ScheduledLine } from './later/ScheduledLine.tsx';
import { FormattingBar } from './text/FormattingBar.tsx';
import { MessageBox } from './text/MessageBox.tsx';
import { useFirstFocus, useKeptFocus } from './text/useKeptFocus.ts';
import { AlsoToChannel } from './tools/AlsoToChannel.tsx';
import { QuoteLine } from './tools/QuoteLine.tsx';
import { SendRow } from './tools/SendRow.tsx';
import { Tools } from './tools/Tools.tsx';
import { useFormattingShown } from './tools/useFormattingShown.ts';
import { UrgentLine } from './urgent/UrgentLine.tsx';
import { useOpen } from './useOpen.ts';
import { useWriting } from './useWriting.ts';
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
  const notice = useOpen(channelId, connection);
  const { key, draft, tooLong, waits, isReady, write } = useWriting(channelId, threadId);
  const box = useRef<HTMLTextAreaElement>(null);
  const [formatting, showFormatting] = useFormattingShown();
  const attachHere = useCallback((files: File[]) => attach(session, key, files), [session, key]);
  const recorder = useRecorder((note) => attach(session, key, note));
  const notifiedCount = useNotifiedCount(draft.text, channelId);
  useKeptFocus(box, notice.connected);
  useFirstFocus(box);

  const { state } = recorder;
  const hintId = `composer-${key}`;
  const label = threadId === null ? `Message ${name}` : 'Reply in thread';
  const { send, line } = useGuardedSend({ channelId, threadId, name, text: draft.text, box });

  return (
    <div className="shrink-0 px-4 pt-1 pb-2">
      <ScheduledLine channelId={channelId} threadId={threadId} name={name} />
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
