import { useEffect, useState } from 'react';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { TextArea } from '../../../../../platform/web/ui/TextArea.tsx';
import { charactersLeft, charactersLeftSentence } from '../text/charactersLeft.ts';

interface Props {
  content: string;
  /** It has files. */
  mayBeBlank: boolean;
  pending: boolean;
  /** Reports unsaved changes. */
  onTouched: (isTouched: boolean) => void;
  onSave: (content: string) => void;
  onCancel: () => void;
}

export function ScheduledText(props: Props) {
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
