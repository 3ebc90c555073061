const kept = new Set<object>();
let abandoned = false;

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** Work that exists in this page alone: the browser asks before the page is left. Answers how to end that. */
export function keepUnsavedWork(): () => void {
  const work = {};
  kept.add(work);
  if (!abandoned) window.addEventListener('beforeunload', ask);
  return () => {
    kept.delete(work);
    if (kept.size === 0) window.removeEventListener('beforeunload', ask);
  };
}

export const hasUnsavedWork = (): boolean => kept.size > 0;

/** The page is left without a question, whatever is in it: its person may not see it any more. */
export function abandonUnsavedWork(): void {
  abandoned = true;
  window.removeEventListener('beforeunload', ask);
}
