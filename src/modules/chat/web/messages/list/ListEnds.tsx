import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { Spinner } from '../../../../../platform/web/ui/Spinner.tsx';

/** What lies beyond the messages that are held. */
export interface Edges {
  reachedStart: boolean;
  older: 'idle' | 'loading' | 'failed';
  reachedEnd: boolean;
  newer: 'idle' | 'loading' | 'failed';
}

/** Fixed, and no row of the list, so that what comes in above a row never moves it. */
export const listTopHeight = 48;
/** Below the last message; more where others follow that are not loaded. */
export const listEndHeight = ({ reachedEnd }: Edges) => (reachedEnd ? 12 : 48);

interface TopProps {
  /** What stands where the conversation starts. */
  beginning: string;
  edges: Edges;
  onOlder: () => void;
}

/** Where the list begins: the conversation's start, or what is before it and on its way. */
export function ListTop({ beginning, edges, onOlder }: TopProps) {
  return (
    <div className="absolute inset-x-0 top-0 flex h-12 items-center justify-center gap-3 px-4 text-xs text-muted">
      {edges.reachedStart ? (
        <span className="truncate">{beginning}</span>
      ) : edges.older === 'failed' ? (
        <>
          Earlier messages could not be loaded
          <Button size="sm" onClick={onOlder}>
            Try again
          </Button>
        </>
      ) : (
        <Spinner label="Loading earlier messages" />
      )}
    </div>
  );
}

/** Where the list ends although the conversation goes on. */
export function ListEnd({ edges, onNewer }: { edges: Edges; onNewer: () => void }) {
  if (edges.reachedEnd) return null;
  return (
    <div className="absolute inset-x-0 bottom-0 flex h-12 items-center justify-center gap-3 px-4 text-xs text-muted">
      {edges.newer === 'failed' ? (
        <>
          Later messages could not be loaded
          <Button size="sm" onClick={onNewer}>
            Try again
          </Button>
        </>
      ) : (
        <Spinner label="Loading later messages" />
      )}
    </div>
  );
}
