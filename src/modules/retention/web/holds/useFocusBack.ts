import { useEffect, useRef } from 'react';

/** For the button a form opens from and takes the place of: once the form is gone, the keyboard is back on it. */
export function useFocusBack(isFormOpen: boolean) {
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isFormOpen) opener.current?.focus();
    wasOpen.current = isFormOpen;
  }, [isFormOpen]);
  return opener;
}
