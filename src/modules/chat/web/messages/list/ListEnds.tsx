import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { Spinner } from '../../../../../platform/web/ui/Spinner.tsx';

/** What is beyond the loaded messages. */
export interface Edges {
  reachedStart: boolean;
  older: 'idle' | 'loading' | 'failed';
  reachedEnd: boolean;
  newer: 'idle' | 'loading' | 'failed';
}

/** Fixed and outside the rows, so that messages loaded above never move a row. */
export const listTopHeight = 48;
/** Below the last message; larger if later messages are not loaded. */
export const listEndHeight = ({ reachedEnd }: Edges) => (reachedEnd ? 12 : 48);

interface TopProps {
  /** Text at the start of the conversation. */
  beginning: string;
  edges: Edges;
  onOlder: () => void;
}

/** The top of the list: the conversation's start, or the loading state of earlier messages. */
export function ListTop({ beginning, edges, onOlder }: TopProps) {
  return (
    <div className="absolute inset-x-0 top-0 flex h-12 items-center justify-center gap-3 px-4 text-xs text-muted">
      {edges.reachedStart ? (
        <span className="truncate">{beginning}</span>
      ) : edges.older === 'failed' ? (
        <>
          Couldn’t load earlier messages
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

/** The end of the list while later messages are not loaded. */
export function ListEnd({ edges, onNewer }: { edges: Edges; onNewer: () => void }) {
  if (edges.reachedEnd) return null;
  return (
    <div className="absolute inset-x-0 bottom-0 flex h-12 items-center justify-center gap-3 px-4 text-xs text-muted">
      {edges.newer === 'failed' ? (
        <>
          Couldn’t load later messages
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
