import { MessageRow } from '../row/MessageRow.tsx';
import { ListTop } from './ListEnds.tsx';
import type { MessageListProps } from './MessageList.tsx';

/** As many as fill a tall window. */
const drawnRows = 40;

/**
 * The newest messages as the server draws them: one below the other, the last one at the bottom, where the list shows them
 * once it has measured them.
 */
export function DrawnList({ name, beginning, rows, edges, onOlder }: MessageListProps) {
  const isWhole = rows.length <= drawnRows;
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        role="log"
        aria-label={`Messages in ${name}`}
        className="scroll-area flex min-h-0 flex-1 flex-col-reverse overflow-y-auto"
      >
        <div className="relative w-full shrink-0 pt-12 pb-3">
          {isWhole && <ListTop beginning={beginning} edges={edges} onOlder={onOlder} />}
          <ul>
            {rows.slice(-drawnRows).map((row) => (
              <li key={row.key} className="flow-root">
                <MessageRow row={row} />
              </li>
            ))}
          </ul>
        </div>
      </div>
    </div>
  );
}
