import { clsx } from 'clsx';
import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState } from '../../../platform/web/ui/EmptyState.tsx';
import { type UtilityId, utilityOf } from '../../shortcuts/web/public.ts';
import { Arriving } from './Arriving.tsx';
import type { Tool } from './tools.ts';

interface PlaceProps {
  id: UtilityId;
  /** Adds space below, so that it and the tools before it can scroll up to the header. */
  padded: boolean;
  children: ReactNode;
}

/** A tool's section: the URL hash scrolls to it and it receives keyboard focus. */
function Place({ id, padded, children }: PlaceProps) {
  return (
    // Not a landmark: most tools already are one.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of one form
    <div
      id={id}
      role="group"
      tabIndex={-1}
      aria-label={utilityOf(id)?.label}
      className={clsx(
        '-scroll-mt-2 border-t border-border py-6 last:pb-0',
        padded && 'min-h-[calc(100dvh-5.5rem)]',
      )}
    >
      {children}
    </div>
  );
}

export function ToolPlace({ tool: { id, label, unnamed, height, Tool }, padded }: ToolProps) {
  return (
    <Place id={id} padded={padded}>
      {unnamed && <h3 className="mb-4 text-lg font-semibold text-text">{label}</h3>}
      <Arriving className={height}>
        <Tool />
      </Arriving>
    </Place>
  );
}

interface ToolProps {
  tool: Tool;
  padded: boolean;
}

/** Shown when the URL names a tool that this user has no access to. */
export function RefusedPlace({ id }: { id: UtilityId }) {
  return (
    <Place id={id} padded={false}>
      <EmptyState
        icon={Lock}
        title="Access Required"
        description={
          <>
            You don't have permission to access this section
            <br />
            Please contact your administrator to request access.
          </>
        }
      />
    </Place>
  );
}
