import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';

interface Props {
  title: string;
  children: ReactNode;
  /** Shown while the group is collapsed: entries with unread messages. */
  folded?: ReactNode;
}

const storageKey = 'forecourt-chat-folded';

/** A collapsible group of conversations; the state is kept in this browser. */
export function ListGroup({ title, children, folded: remaining }: Props) {
  const [folded, setFolded] = useState(() => readFolded().includes(title));
  const contentId = useId();
  const fold = () => {
    setFolded(!folded);
    writeFolded(title, !folded);
  };
  return (
    <section aria-label={title}>
      <h3>
        <button
          type="button"
          aria-expanded={!folded}
          aria-controls={contentId}
          onClick={fold}
          className="group flex h-7 w-full cursor-default items-center gap-1 rounded-md px-3 text-left text-xs font-medium text-muted hover:text-text touch:h-10"
        >
          {title}
          <ChevronDown
            aria-hidden
            className={clsx('size-3 transition-transform', folded && '-rotate-90')}
          />
        </button>
      </h3>
      <div id={contentId} className="flex flex-col gap-0.5">
        {folded ? remaining : children}
      </div>
    </section>
  );
}

function readFolded(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(stored) ? stored : [];
  } catch {
    // Storage is blocked or invalid: expand everything.
    return [];
  }
}

function writeFolded(title: string, folded: boolean): void {
  const others = readFolded().filter((one) => one !== title);
  try {
    localStorage.setItem(storageKey, JSON.stringify(folded ? [...others, title] : others));
  } catch {
    // Storage is full or blocked: lasts until the page is left.
  }
}
