import { type RefObject, useRef } from 'react';

/** A closing popover returns the focus to its button; after an insertion, redirect it to the box. */
export function useBackToBox(box: RefObject<HTMLTextAreaElement | null>) {
  const expected = useRef<(() => void) | null>(null);
  return {
    /** Redirects the button's next focus to the box, then calls `act`. */
    expect(act: () => void = () => {}) {
      expected.current = act;
    },
    onFocus() {
      const { current: act } = expected;
      expected.current = null;
      if (!act) return;
      box.current?.focus();
      act();
    },
  };
}
