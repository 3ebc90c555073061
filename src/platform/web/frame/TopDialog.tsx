import { clsx } from 'clsx';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';

interface Props {
  label: string;
  /** Escape was pressed; without it the dialog cannot be left by the keyboard. */
  onEscape?: (() => void) | undefined;
  /** Nothing behind can be read. */
  covers?: boolean;
  children: ReactNode;
}

/**
 * The browser's own modal dialog, for what has to be said whatever else is loaded or open: above every other dialog, and
 * nothing that happens in it reaches those, so that none of them closes.
 */
export function TopDialog({ label, onEscape, covers = false, children }: Props) {
  const box = useRef<HTMLDialogElement>(null);
  const leave = useRef(onEscape);
  leave.current = onEscape;

  useLayoutEffect(() => {
    const giveBack = rememberFocus();
    const dialog = box.current;
    // To a dialog below, a click or the focus in here would be one outside of it, for which it closes.
    const keep = (event: Event) => event.stopPropagation();
    const onKey = (event: KeyboardEvent) => {
      event.stopPropagation();
      if (event.key !== 'Escape') return;
      event.preventDefault();
      leave.current?.();
    };
    // Before anybody else hears of it: the shortcuts of the page are not meant now.
    window.addEventListener('keydown', onKey, true);
    for (const type of blockedEvents) dialog?.addEventListener(type, keep);
    dialog?.showModal();
    return () => {
      window.removeEventListener('keydown', onKey, true);
      dialog?.close();
      giveBack();
    };
  }, []);

  // Beside the application, which an open dialog hides from assistive technology and takes the pointer from.
  return createPortal(
    <dialog
      ref={box}
      aria-label={label}
      onCancel={(event) => event.preventDefault()}
      className={clsx(
        'pointer-events-auto m-auto w-[calc(100vw-2rem)] max-w-[400px] rounded-lg border border-border bg-raised p-5 text-text shadow-float focus:outline-none',
        covers ? 'backdrop:bg-surface/95 backdrop:backdrop-blur-2xl' : 'backdrop:bg-scrim',
      )}
    >
      {children}
    </dialog>,
    document.body,
  );
}

/**
 * Answers how to give the focus back to what has it now, so that one types on where one was: the browser gives it back
 * without the caret, and then a field looks as if one could type in it, and takes nothing.
 */
function rememberFocus(): () => void {
  const before = document.activeElement;
  if (!(before instanceof HTMLElement)) return () => {};
  const isText = before instanceof HTMLTextAreaElement || before instanceof HTMLInputElement;
  const { selectionStart: start = null, selectionEnd: end = null } = isText ? before : {};
  return () => {
    // Of some fields, as those for numbers, the browser tells no caret: a new focus sets one.
    if (isText && start === null) before.blur();
    before.focus({ preventScroll: true });
    if (isText && start !== null) before.setSelectionRange(start, end);
  };
}

const blockedEvents = ['focusin', 'focusout', 'pointerdown', 'mousedown', 'touchstart'];
