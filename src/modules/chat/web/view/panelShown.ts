let count = 0;
const watchers = new Set<() => void>();

/** Whether the chat panel is on screen; the sidebar highlights its entry only then. */
export const isPanelShown = () => count > 0;

export function watchPanel(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

/** The panel was mounted; returns the cleanup function. */
export function showPanel(): () => void {
  change(1);
  return () => change(-1);
}

function change(by: number): void {
  count += by;
  for (const watcher of [...watchers]) watcher();
}
