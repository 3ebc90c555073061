const unsaved = new Set<object>();
let abandoned = false;

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** Marks unsaved work in this page: the browser asks before the page is left. Returns how to end that. */
export function keepUnsavedWork(): () => void {
  const work = {};
  unsaved.add(work);
  if (!abandoned) window.addEventListener('beforeunload', ask);
  return () => {
    unsaved.delete(work);
    if (unsaved.size === 0) window.removeEventListener('beforeunload', ask);
  };
}

export const hasUnsavedWork = (): boolean => unsaved.size > 0;

/** Leaves the page without asking, whatever is unsaved: its user may not see it any more. */
export function abandonUnsavedWork(): void {
  abandoned = true;
  window.removeEventListener('beforeunload', ask);
}
