import { clsx } from 'clsx';
import { SendHorizontal } from 'lucide-react';
import { type KeyboardEvent, useRef, useSyncExternalStore } from 'react';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import { useChat } from '../panel/chatContext.ts';
import type { ConnectionNotice } from '../panel/useConnectionNotice.ts';
import { ComposerHint } from './ComposerHint.tsx';
import { roomLeft } from './roomLeft.ts';
import { useGrowing } from './useGrowing.ts';
import { useFirstFocus, useKeptFocus } from './useKeptFocus.ts';

interface Props {
  channelId: string;
  name: string;
  notice: ConnectionNotice;
}

/** Where the next message is written: Enter sends, Shift+Enter begins a new line. */
export function Composer({ channelId, name, notice }: Props) {
  const { drafts, ...session } = useSession();
  const { text } = useSyncExternalStore(drafts.watch, () => drafts.get(channelId));
  const box = useRef<HTMLTextAreaElement>(null);
  useGrowing(box, text);
  useKeptFocus(box, notice.connected);
  useFirstFocus(box);

  const send = () => {
    if (session.sendDraft(channelId)) box.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // While a word is being composed (Japanese, Chinese, Korean) Enter chooses it.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  const hintId = `composer-${channelId}`;
  const tooLong = roomLeft(text) < 0;

  return (
    <div className="shrink-0 px-4 pt-1 pb-2">
      <div
        className={clsx(
          'flex items-end gap-1 rounded-md border transition-colors',
          'focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-focus',
          tooLong ? 'border-danger' : 'border-border-strong',
          notice.connected ? 'bg-surface' : 'bg-sunken',
        )}
      >
        <textarea
          ref={box}
          rows={1}
          value={text}
          disabled={!notice.connected}
          aria-label={`Message ${name}`}
          aria-describedby={hintId}
          aria-invalid={tooLong || undefined}
          placeholder={`Message ${name}`}
          onChange={(event) => drafts.write(channelId, event.target.value)}
          onKeyDown={onKeyDown}
          className="text-input block max-h-60 min-h-11 w-full resize-none bg-transparent px-3 py-3 text-text touch:py-4 outline-none placeholder:text-muted disabled:cursor-not-allowed disabled:text-muted"
        />
        <IconButton
          label="Send message"
          icon={SendHorizontal}
          variant={text.trim() && notice.connected && !tooLong ? 'primary' : 'ghost'}
          disabled={!notice.connected || tooLong}
          onClick={send}
          className="m-1 ml-0"
        />
      </div>
      <ComposerHint id={hintId} text={text} reason={notice.reason} />
    </div>
  );
}

function useSession() {
  const { session } = useChat();
  return { drafts: session.drafts, sendDraft: session.sendDraft.bind(session) };
}
