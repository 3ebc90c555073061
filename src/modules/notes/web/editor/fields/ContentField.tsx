import type { KeyboardEvent } from 'react';
import { TextArea, type TextAreaProps } from '../../../../../platform/web/ui/TextArea.tsx';
import { noteLimits } from '../../../contract.ts';
import { enterAt } from './listing.ts';

type Props = Omit<TextAreaProps, 'label' | 'onChange'> & {
  value: string;
  onChange: (content: string) => void;
};

/** What a note says; lists go on by themselves. */
export function ContentField({ onChange, ...field }: Props) {
  return (
    <TextArea
      {...field}
      label="Content"
      dir="auto"
      maxLength={noteLimits.content}
      onKeyDown={goOn}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

function goOn(event: KeyboardEvent<HTMLTextAreaElement>): void {
  const { key, shiftKey, ctrlKey, metaKey, altKey, nativeEvent, currentTarget } = event;
  if (key !== 'Enter' || shiftKey || ctrlKey || metaKey || altKey || nativeEvent.isComposing)
    return;
  const { value, selectionStart, selectionEnd } = currentTarget;
  const act = selectionStart === selectionEnd ? enterAt(value, selectionStart) : null;
  if (!act) return;
  event.preventDefault();
  // As if it had been typed: Undo takes it back. Setting the value would forget everything before.
  if ('insert' in act) document.execCommand('insertText', false, act.insert);
  else {
    currentTarget.setSelectionRange(act.removeFrom, selectionEnd);
    document.execCommand('delete');
  }
}
