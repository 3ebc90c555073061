import { type RefObject, useRef } from 'react';

/** A panel that closes gives the focus back to its button; once something was put into the box, one writes on there. */
export function useBackToBox(box: RefObject<HTMLTextAreaElement | null>) {
  const expected = useRef<(() => void) | null>(null);
  return {
    /** The next time the button would have the focus, the box has it; `act` follows. */
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
