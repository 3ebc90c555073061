import { useState } from 'react';
import { sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { RecordSection } from '../../../../platform/web/records/RecordSection.tsx';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { TextArea } from '../../../../platform/web/ui/TextArea.tsx';

interface Props {
  onSend: (comment: { clientId: string; text: string }) => Promise<unknown>;
}

/** A comment for everyone who sees the list; kept until it is sent. */
export function CommentForm({ onSend }: Props) {
  const [text, setText] = useState('');
  const [clientId, setClientId] = useState(() => crypto.randomUUID());
  const [state, setState] = useState<{ pending: boolean; error?: string }>({ pending: false });
  const send = async () => {
    if (!text.trim() || state.pending) return;
    setState({ pending: true });
    try {
      await onSend({ clientId, text: text.trim() });
      setText('');
      setClientId(crypto.randomUUID());
      setState({ pending: false });
    } catch (error) {
      setState({ pending: false, error: sentenceOf(error) });
    }
  };
  return (
    <RecordSection label="Comment">
      <form
        className="flex flex-col items-start gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <TextArea
          label="Comment"
          labelHidden
          className="w-full"
          rows={2}
          maxLength={1000}
          placeholder="Write a comment"
          value={text}
          error={state.error}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" size="sm" pending={state.pending} disabled={!text.trim()}>
          Comment
        </Button>
      </form>
    </RecordSection>
  );
}
