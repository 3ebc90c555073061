import type { KeyboardEvent } from 'react';
import { TextArea, type TextAreaProps } from '../../../../../platform/web/ui/TextArea.tsx';
import { noteLimits } from '../../../contract.ts';
import { enterAt } from './listing.ts';

type Props = Omit<TextAreaProps, 'label' | 'onChange'> & {
  value: string;
  onChange: (content: string) => void;
};

/** The content of a note; Enter continues lists. */
export function ContentField({ onChange, ...field }: Props) {
  return (
    <TextArea
      {...field}
      label="Content"
      dir="auto"
      maxLength={noteLimits.content}
      onKeyDown={continueList}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

function continueList(event: KeyboardEvent<HTMLTextAreaElement>): void {
  const { key, shiftKey, ctrlKey, metaKey, altKey, nativeEvent, currentTarget } = event;
  if (key !== 'Enter' || shiftKey || ctrlKey || metaKey || altKey || nativeEvent.isComposing)
    return;
  const { value, selectionStart, selectionEnd } = currentTarget;
  const edit = selectionStart === selectionEnd ? enterAt(value, selectionStart) : null;
  if (!edit) return;
  event.preventDefault();
  // `execCommand` keeps the browser's undo history, which setting the value would clear.
  if ('insert' in edit) document.execCommand('insertText', false, edit.insert);
  else {
    currentTarget.setSelectionRange(edit.removeFrom, selectionEnd);
    document.execCommand('delete');
  }
}
