import { useLayoutEffect } from 'react';

/**
 * A part that is a page of its own under the path of another, such as a record of a list, starts at its top: with
 * cached data it is as high as the list at once, and would keep the place where that was scrolled to.
 */
export function useTopOfPage(): void {
  useLayoutEffect(() => {
    document.getElementById('content')?.scrollTo(0, 0);
  }, []);
}
