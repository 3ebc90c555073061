import type { ReplyOf } from '../../../platform/contract/endpoint.ts';
import { plural } from '../../../platform/web/format/amounts.ts';
import { relativeTime } from '../../../platform/web/time/relativeTime.ts';
import { Button } from '../../../platform/web/ui/Button.tsx';
import type { listChatImports } from '../contract.ts';
import { stateNames } from './labels.ts';

interface Props {
  imports: ReplyOf<typeof listChatImports>;
  onOpen: (importId: number) => void;
}

/** Earlier imports, to continue or undo one. */
export function Earlier({ imports, onOpen }: Props) {
  if (imports.length === 0) return null;
  return (
    <section aria-labelledby="earlier-chat-imports">
      <h3 id="earlier-chat-imports" className="pb-1 text-sm font-medium">
        Latest imports
      </h3>
      <ul className="divide-y divide-border border-y border-border">
        {imports.map(({ id, fileName, state, messages, brought, createdAt, createdBy }) => (
          <li key={id} className="flex items-center justify-between gap-3 py-1.5">
            <span className="min-w-0">
              <span className="block truncate text-sm">{fileName}</span>
              <span className="block truncate text-xs text-muted">
                {[
                  state === 'read' && brought > 0 ? 'Stopped' : stateNames[state],
                  ...(messages > 0 ? [plural(messages, 'message')] : []),
                  createdBy,
                  relativeTime(new Date(createdAt), new Date()),
                ].join(' · ')}
              </span>
            </span>
            <Button size="sm" aria-label={`Open ${fileName}`} onClick={() => onOpen(id)}>
              Open
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
