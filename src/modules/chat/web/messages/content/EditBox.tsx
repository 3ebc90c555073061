import { clsx } from 'clsx';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../../../platform/web/api/call.ts';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { GuardLine, takeOut, useFinding } from '../../../../data-guard/web/public.ts';
import { editMessage } from '../../../contract/changes.ts';
import type { ChatMessage } from '../../../contract.ts';
import { charactersLeft, charactersLeftSentence } from '../../parts/messageBox/charactersLeft.ts';
import { MessageBox } from '../../parts/messageBox/MessageBox.tsx';
import { useChat } from '../../state/chatContext.ts';
import { changeEdit, endEdit, useEdit } from '../../state/messages/editing.ts';
import { useMessageActions } from '../../state/messages/useMessageActions.ts';

/** Edits a message in place: Enter saves, Escape cancels. */
export function EditBox({ message, onDone }: { message: ChatMessage; onDone: () => void }) {
  const { user } = useChat();
  const { apply } = useMessageActions();
  const edit = useEdit(message.id);
  const text = edit?.text ?? message.content;
  const setText = (next: string) => changeEdit(message.id, { text: next });
  const [saving, setSaving] = useState(false);
  const box = useRef<HTMLTextAreaElement>(null);
  const blank = !text.trim() && message.attachments.length === 0;
  const left = charactersLeft(text);
  const { finding, check } = useFinding(text === message.content ? '' : text);
  const [attempts, setAttempts] = useState(0);

  const wantsFocus = edit?.wantsFocus === true;
  // Not whenever it is mounted: a row that scrolls back into view must not take the focus.
  useEffect(() => {
    if (!wantsFocus) return;
    changeEdit(message.id, { wantsFocus: false });
    box.current?.focus({ preventScroll: true });
    box.current?.setSelectionRange(box.current.value.length, box.current.value.length);
    box.current?.scrollIntoView({ block: 'nearest' });
  }, [wantsFocus, message.id]);

  const leave = () => {
    endEdit(message.id);
    onDone();
  };
  const save = async (acceptsSensitive = false) => {
    const content = text.trim();
    if (saving || blank || left < 0) return;
    if (content === message.content) return leave();
    if (!acceptsSensitive && check()) return setAttempts(attempts + 1);
    setSaving(true);
    const params = { channelId: message.channelId, messageId: message.id };
    const body = { content, acceptsSensitive };
    const saved = await apply('Couldn’t save changes', call(editMessage, { params, body }));
    setSaving(false);
    if (saved) leave();
  };
  const hintId = `edit-${message.id}`;
  return (
    <div className="py-1">
      <GuardLine
        user={user}
        finding={finding}
        attempts={attempts}
        anyway="Save anyway"
        onAnyway={() => void save(true)}
        onRemove={() => {
          setText(takeOut(text, check()?.found ?? []).rest);
          box.current?.focus();
        }}
      />
      <div className="rounded-md border border-border-strong bg-surface focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-focus">
        <MessageBox
          box={box}
          channelId={message.channelId}
          value={text}
          onChange={setText}
          onSend={() => void save()}
          onEscape={leave}
          label="Edit message"
          describedBy={hintId}
          invalid={left < 0}
          className="max-h-60 min-h-9 px-3 py-2"
        />
      </div>
      <div className="flex flex-wrap items-center gap-2 pt-1.5">
        <Button size="sm" onClick={leave}>
          Cancel
        </Button>
        <Button
          size="sm"
          variant="primary"
          pending={saving}
          disabled={blank || left < 0}
          onClick={() => void save()}
        >
          Save changes
        </Button>
        <span id={hintId} className={clsx('text-xs', left < 0 ? 'text-danger' : 'text-muted')}>
          {left < 0 ? charactersLeftSentence(left) : 'Enter saves, Esc cancels'}
        </span>
      </div>
    </div>
  );
}
