import { ChevronDown } from 'lucide-react';
import { useCallback, useId, useState } from 'react';
import { Link } from 'wouter';
import type { Grants } from '../../../platform/contract/access.ts';
import type { Utility, UtilityId } from '../../shortcuts/web/public.ts';
import { RefusedPlace, ToolPlace } from './ToolPlace.tsx';
import { toolsFor } from './tools.ts';
import { useToolInSight } from './useToolInSight.ts';

/** The card with all tools, and a link to each of them. */
export function Hub({ user }: { user: Grants }) {
  const contentId = useId();
  const [open, setOpen, showFor] = useHubOpen();
  const { content, named, goTo } = useToolInSight(showFor);
  const tools = toolsFor(user);
  const isToolTargeted = tools.some(({ id }) => id === named);
  return (
    <section className="rounded-md border border-border">
      <h2>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={contentId}
          onClick={() => setOpen(!open)}
          className="flex w-full items-center gap-3 rounded-md px-4 py-3 text-left hover:bg-hover md:px-6"
        >
          <span className="min-w-0 flex-1">
            <span className="block text-lg font-semibold text-text">Utilities Hub</span>
            <span className="block text-sm font-normal text-muted">
              Shortcuts, time clock, notes and scanner
            </span>
          </span>
          <ChevronDown
            aria-hidden="true"
            className={`size-5 shrink-0 text-muted transition-transform ${open ? 'rotate-180' : ''}`}
          />
        </button>
      </h2>
      {/* Hidden, not unmounted, so that unsaved input in a tool is kept. */}
      <div id={contentId} ref={content} hidden={!open} className="px-4 pb-6 md:px-6">
        <ToolCards tools={tools} goTo={goTo} />
        {named && !isToolTargeted && <RefusedPlace id={named} />}
        {tools.map((tool, at) => (
          <ToolPlace key={tool.id} tool={tool} padded={isToolTargeted && at === tools.length - 1} />
        ))}
      </div>
    </section>
  );
}

interface Props {
  tools: readonly Utility[];
  goTo: (id: UtilityId) => void;
}

/** One link for each tool, to its section below. */
function ToolCards({ tools, goTo }: Props) {
  return (
    <nav aria-label="Utilities" className="@container pt-2 pb-6">
      <ul className="grid gap-3 @xl:grid-cols-2 @5xl:grid-cols-4">
        {tools.map(({ id, label, description, icon: Icon }) => (
          <li key={id}>
            <Link
              href={`/utilities#${id}`}
              // If the URL already has this hash, no navigation event fires.
              onClick={() => goTo(id)}
              className="flex h-full items-start gap-3 rounded-md border border-border p-4 hover:border-border-strong hover:bg-hover hover:no-underline"
            >
              <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-accent" />
              <span className="min-w-0">
                <span className="block text-base font-semibold text-text">{label}</span>
                <span className="mt-0.5 block text-sm text-muted">{description}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const key = 'forecourt-utilities-open';

/** Whether the hub is expanded: the last choice in this browser, or because the URL names a tool. */
function useHubOpen() {
  const [open, setOpen] = useState(wasOpen);
  const setAndRemember = useCallback((next: boolean) => {
    setOpen(next);
    try {
      localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // Storage is unavailable: the choice lasts until the page is closed.
    }
  }, []);
  const show = useCallback(() => setOpen(true), []);
  return [open, setAndRemember, show] as const;
}

function wasOpen(): boolean {
  try {
    return localStorage.getItem(key) !== 'false';
  } catch {
    // Storage is unavailable.
    return true;
  }
}
