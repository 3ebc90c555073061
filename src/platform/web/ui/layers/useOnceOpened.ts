import { useState } from 'react';

/** False until the first opening, then true: a closing layer must still be rendered. */
export function useOnceOpened(open: boolean): boolean {
  const [opened, setOpened] = useState(open);
  if (open && !opened) setOpened(true);
  return opened || open;
}
