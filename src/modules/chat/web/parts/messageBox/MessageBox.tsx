import { clsx } from 'clsx';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
} from 'react';
import { isApple } from '../../../../../platform/web/ui/isApple.ts';
import { CompletionList } from './CompletionList.tsx';
import { changeText } from './changeText.ts';
import { isInCode } from './codeFence.ts';
import { applyFormat, formatOf } from './formatting.ts';
import { useCompletion } from './useCompletion.ts';

export interface MessageBoxProps {
  box: RefObject<HTMLTextAreaElement | null>;
  channelId: string;
  value: string;
  onChange: (text: string) => void;
  /** Enter, or Ctrl/⌘+Enter in a block of code. */
  onSend: () => void;
  onEscape: () => void;
  /** The up arrow in an empty box. */
  onUp?: (() => void) | undefined;
  onPaste?: ((event: ClipboardEvent<HTMLTextAreaElement>) => void) | undefined;
  /** Its accessible name. */
  label: string;
  placeholder?: string | undefined;
  describedBy?: string | undefined;
  invalid?: boolean | undefined;
  disabled?: boolean | undefined;
  className?: string | undefined;
}

/** The text box for writing or editing a message, with completion and formatting shortcuts. */
export function MessageBox(props: MessageBoxProps) {
  const { box, channelId, value } = props;
  const completion = useCompletion(box, channelId);
  useGrowing(box, value);

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // During IME composition every key belongs to the input method.
    if (event.nativeEvent.isComposing) return;
    if (completion.onKeyDown(event) || actOn(event, props)) event.preventDefault();
  };

  return (
    <>
      <textarea
        ref={box}
        rows={1}
        value={value}
        disabled={props.disabled}
        aria-label={props.label}
        aria-describedby={props.describedBy}
        aria-invalid={props.invalid || undefined}
        {...completion.aria}
        placeholder={props.placeholder}
        onChange={(event) => {
          props.onChange(event.target.value);
          completion.typed();
        }}
        onSelect={completion.moved}
        onBlur={completion.close}
        onKeyDown={onKeyDown}
        onBeforeInput={(event) => {
          if (completion.isThere(event.data)) event.preventDefault();
        }}
        onPaste={props.onPaste}
        className={clsx(
          'text-input field-sizing-content block w-full resize-none bg-transparent text-text outline-none',
          'placeholder:text-muted disabled:cursor-not-allowed disabled:text-muted',
          props.className,
        )}
      />
      <CompletionList box={box} completion={completion} />
    </>
  );
}

/** Whether the key was handled here. */
function actOn(event: KeyboardEvent<HTMLTextAreaElement>, props: MessageBoxProps): boolean {
  const box = event.currentTarget;
  const modified = isApple ? event.metaKey : event.ctrlKey;
  if (event.key === 'Escape') return done(props.onEscape);
  if (event.key === 'Enter' && !event.shiftKey && !event.altKey) {
    return modified || !isInCode(box.value, box.selectionStart) ? done(props.onSend) : false;
  }
  if (event.key === 'ArrowUp' && !box.value && props.onUp && !modified) return done(props.onUp);
  const format = modified && !event.altKey ? formatOf(event) : undefined;
  if (!format) return false;
  changeText(box, applyFormat(box.value, box.selectionStart, box.selectionEnd, format));
  return true;
}

function done(act: () => void): true {
  act();
  return true;
}

/** With CSS field-sizing the box grows without being measured on every key. */
const growsByStyle = () => CSS.supports('field-sizing', 'content');

/** Fits the box to its text, up to its max height; again when its width changes. */
function useGrowing(box: RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text decides the height
  useLayoutEffect(() => {
    if (!growsByStyle()) fit(box.current);
  }, [box, text]);

  useEffect(() => {
    const { current } = box;
    if (!current || growsByStyle()) return;
    let width = current.clientWidth;
    const observer = new ResizeObserver(() => {
      if (current.clientWidth === width) return;
      width = current.clientWidth;
      fit(current);
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [box]);
}

function fit(box: HTMLTextAreaElement | null): void {
  if (!box) return;
  box.style.height = 'auto';
  box.style.height = `${box.scrollHeight}px`;
}
