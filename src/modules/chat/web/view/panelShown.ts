let count = 0;
const watchers = new Set<() => void>();

/** Whether the chat panel is on screen, so that the sidebar marks its entry only then. */
export const isPanelShown = () => count > 0;

export function watchPanel(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

/** The panel came on screen; answers how to say that it left. */
export function showPanel(): () => void {
  change(1);
  return () => change(-1);
}

function change(by: number): void {
  count += by;
  for (const watcher of [...watchers]) watcher();
}
