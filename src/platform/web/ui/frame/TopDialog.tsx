import { clsx } from 'clsx';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';

interface Props {
  label: string;
  /** Escape was pressed; without it the dialog cannot be closed by keyboard. */
  onEscape?: (() => void) | undefined;
  /** Hides everything behind it. */
  covers?: boolean;
  children: ReactNode;
}

/**
 * A native modal dialog, for messages that must show whatever else is loaded or open: above every other dialog,
 * without its events reaching those, so that none of them closes.
 */
export function TopDialog({ label, onEscape, covers = false, children }: Props) {
  const box = useRef<HTMLDialogElement>(null);
  const leave = useRef(onEscape);
  leave.current = onEscape;

  useLayoutEffect(() => {
    const giveBack = rememberFocus();
    const dialog = box.current;
    // To a dialog below, a click or focus in here would be outside of it, and close it.
    const keep = (event: Event) => event.stopPropagation();
    const onKey = (event: KeyboardEvent) => {
      event.stopPropagation();
      if (event.key !== 'Escape') return;
      event.preventDefault();
      leave.current?.();
    };
    // Before any other listener: page shortcuts must not apply now.
    window.addEventListener('keydown', onKey, true);
    for (const type of blockedEvents) dialog?.addEventListener(type, keep);
    dialog?.showModal();
    return () => {
      window.removeEventListener('keydown', onKey, true);
      dialog?.close();
      giveBack();
    };
  }, []);

  // Outside the application root, which an open dialog hides from assistive technology and pointers.
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
 * Returns how to restore the current focus with its caret: the browser restores focus without the caret, leaving a
 * field that looks editable but accepts nothing.
 */
function rememberFocus(): () => void {
  const before = document.activeElement;
  if (!(before instanceof HTMLElement)) return () => {};
  const isText = before instanceof HTMLTextAreaElement || before instanceof HTMLInputElement;
  const { selectionStart: start = null, selectionEnd: end = null } = isText ? before : {};
  return () => {
    // Browsers report no caret for some fields, such as numbers: focusing again sets one.
    if (isText && start === null) before.blur();
    before.focus({ preventScroll: true });
    if (isText && start !== null) before.setSelectionRange(start, end);
  };
}

const blockedEvents = ['focusin', 'focusout', 'pointerdown', 'mousedown', 'touchstart'];
