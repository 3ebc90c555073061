import { useState } from 'react';

/** False until the first opening, true from then on: what closes still has to be drawn closing. */
export function useOnceOpened(open: boolean): boolean {
  const [opened, setOpened] = useState(open);
  if (open && !opened) setOpened(true);
  return opened || open;
}
