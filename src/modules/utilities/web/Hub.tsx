import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import type { Grants } from '../../../platform/contract/access.ts';
import { ToolCards } from './ToolCards.tsx';
import { RefusedPlace, ToolPlace } from './ToolPlace.tsx';
import { toolsFor } from './tools.ts';
import { useHubOpen } from './useHubOpen.ts';
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
        <ToolCards {...{ tools, goTo }} />
        {named && !isToolTargeted && <RefusedPlace id={named} />}
        {tools.map((tool, at) => (
          <ToolPlace key={tool.id} tool={tool} padded={isToolTargeted && at === tools.length - 1} />
        ))}
      </div>
    </section>
  );
}
