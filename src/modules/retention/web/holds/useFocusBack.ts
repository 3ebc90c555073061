import { useEffect, useRef } from 'react';

/** Returns focus to the button that a form replaced, once the form is closed. */
export function useFocusBack(isFormOpen: boolean) {
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isFormOpen) opener.current?.focus();
    wasOpen.current = isFormOpen;
  }, [isFormOpen]);
  return opener;
}
