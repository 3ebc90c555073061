import { useState } from 'react';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { TextArea } from '../../../../../platform/web/ui/TextArea.tsx';
import { messageMaxLength } from '../../../contract.ts';

interface Props {
  content: string;
  /** Its files say enough. */
  mayBeBlank: boolean;
  pending: boolean;
  onSave: (content: string) => void;
  onCancel: () => void;
}

export function ScheduledText({ content, mayBeBlank, pending, onSave, onCancel }: Props) {
  const [text, setText] = useState(content);
  const [error, setError] = useState('');
  const save = () => {
    if (!text.trim() && !mayBeBlank) setError('Please write a message first.');
    else onSave(text.trim());
  };
  return (
    <div className="flex flex-col gap-2">
      <TextArea
        label="Message"
        labelHidden
        autoFocus
        rows={2}
        maxLength={messageMaxLength}
        value={text}
        error={error || undefined}
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
