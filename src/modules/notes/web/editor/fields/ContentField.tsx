import type { KeyboardEvent } from 'react';
import { TextArea, type TextAreaProps } from '../../../../../platform/web/ui/TextArea.tsx';
import { noteLimits } from '../../../contract.ts';

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

const listItem = /^([ \t]*(?:>[ \t]?)*)([-*]|(\d{1,9})([.)]))([ \t]+)(\[[ xX]\][ \t]+)?/;

/** What Enter does in a list: starts the next item, or ends the list if the item is empty. */
type OnEnter = { insert: string } | { removeFrom: number } | null;

/** Null means the default behavior. `caret` is the cursor offset in `text`. */
export function enterAt(text: string, caret: number): OnEnter {
  const from = text.lastIndexOf('\n', caret - 1) + 1;
  const match = listItem.exec(text.slice(from, caret));
  if (!match) return null;
  const [prefix, before = '', bullet = '', number, delimiter = '', gap = ' ', box] = match;
  const end = text.indexOf('\n', caret);
  const rest = text.slice(from + prefix.length, end < 0 ? undefined : end);
  if (rest.trim() === '') return { removeFrom: from };
  const next = number === undefined ? bullet : `${Number(number) + 1}${delimiter}`;
  return { insert: `\n${before}${next}${gap}${box ? '[ ] ' : ''}` };
}
