import { clsx } from 'clsx';
import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState } from '../../../platform/web/ui/EmptyState.tsx';
import { type UtilityId, utilityOf } from '../../shortcuts/web/public.ts';
import { Arriving } from './Arriving.tsx';
import type { Tool } from './tools.ts';

interface PlaceProps {
  id: UtilityId;
  /** Beneath it there is always room enough for it, and those before it, to come up to the header. */
  roomy: boolean;
  children: ReactNode;
}

/** Where a tool stands on the page; the address leads here, and so does the keyboard. */
function Place({ id, roomy, children }: PlaceProps) {
  return (
    // No landmark: most tools are one themselves.
    // biome-ignore lint/a11y/useSemanticElements: nothing in it belongs to one form
    <div
      id={id}
      role="group"
      tabIndex={-1}
      aria-label={utilityOf(id)?.label}
      className={clsx(
        '-scroll-mt-2 border-t border-border py-6 last:pb-0',
        roomy && 'min-h-[calc(100dvh-5.5rem)]',
      )}
    >
      {children}
    </div>
  );
}

export function ToolPlace({ tool: { id, label, unnamed, height, Tool }, roomy }: ToolProps) {
  return (
    <Place {...{ id, roomy }}>
      {unnamed && <h3 className="mb-4 text-lg font-semibold text-text">{label}</h3>}
      <Arriving className={height}>
        <Tool />
      </Arriving>
    </Place>
  );
}

interface ToolProps {
  tool: Tool;
  roomy: boolean;
}

/** Where the address leads to a tool that is not this person's to use. */
export function RefusedPlace({ id }: { id: UtilityId }) {
  return (
    <Place id={id} roomy={false}>
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
