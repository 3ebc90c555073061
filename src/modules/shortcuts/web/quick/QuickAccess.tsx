import { useQuery } from '@tanstack/react-query';
import { LayoutGrid, SlidersHorizontal } from 'lucide-react';
import { useId, useState } from 'react';
import { Link } from 'wouter';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { useCurrentUser } from '../../../access/web/public.ts';
import { getPreferences, type UtilityId } from '../../contract/preferences.ts';
import { PreferencesDialog } from './PreferencesDialog.tsx';
import { utilitiesFor, utilityOf } from './utilities.ts';

/** Up to three tools, one step away. */
export default function QuickAccess() {
  const titleId = useId();
  const [open, setOpen] = useState(false);
  const { data, error, refetch } = useQuery(queryOptionsFor(getPreferences));
  const usable = utilitiesFor(useCurrentUser() ?? null);
  // The stored choice may include utilities that the user has since lost access to.
  const selected = data?.selectedUtilities.filter((id) =>
    usable.some((utility) => utility.id === id),
  );
  return (
    <section aria-labelledby={titleId} className="@container">
      <header className="mb-3 flex min-h-row items-center justify-between gap-3">
        <h2 id={titleId} className="text-lg font-semibold text-text">
          Quick Access
        </h2>
        {selected && (
          <Button variant="ghost" onClick={() => setOpen(true)}>
            <SlidersHorizontal aria-hidden="true" />
            Customize
          </Button>
        )}
      </header>
      {selected && <Chosen selected={selected} customize={() => setOpen(true)} />}
      {!selected && !error && <LoadingTiles />}
      {error && (
        <NotLoaded
          isInline
          title="Failed to fetch dashboard preferences"
          error={error}
          onRetry={refetch}
        />
      )}
      {selected && (
        <PreferencesDialog selected={selected} usable={usable} open={open} setOpen={setOpen} />
      )}
    </section>
  );
}

interface ChosenProps {
  selected: readonly UtilityId[];
  customize: () => void;
}

function Chosen({ selected, customize }: ChosenProps) {
  if (selected.length === 0) return <EmptyQuickAccess customize={customize} />;
  return (
    <ul className="grid gap-3 @xl:grid-cols-3">
      {selected.map((id) => (
        <UtilityTile key={id} id={id} />
      ))}
    </ul>
  );
}

/** As tall as a row of utilities, so that the content below does not move. */
function EmptyQuickAccess({ customize }: Pick<ChosenProps, 'customize'>) {
  return (
    <div className="flex min-h-22 flex-wrap items-center gap-x-4 gap-y-3 rounded-md border border-border border-dashed px-4 py-3">
      <LayoutGrid aria-hidden="true" className="size-5 shrink-0 text-muted max-sm:hidden" />
      <div className="min-w-0 flex-1 basis-56">
        <p className="text-base font-medium text-text">No utilities selected</p>
        <p className="text-sm text-muted">
          Add up to 3 utilities from the Utilities Hub for quick access
        </p>
      </div>
      <Button onClick={customize}>Choose utilities</Button>
    </div>
  );
}

function UtilityTile({ id }: { id: UtilityId }) {
  const utility = utilityOf(id);
  if (!utility) return null;
  const { label, description, icon: Icon } = utility;
  return (
    <li>
      <Link
        href={`/utilities#${id}`}
        className="flex h-full min-h-22 items-start gap-3 rounded-md border border-border p-4 hover:border-border-strong hover:bg-hover hover:no-underline"
      >
        <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-accent" />
        <span className="min-w-0">
          <span className="block text-base font-semibold text-text">{label}</span>
          <span className="mt-0.5 block text-sm text-muted">{description}</span>
        </span>
      </Link>
    </li>
  );
}

function LoadingTiles() {
  return (
    <div className="grid gap-3 @xl:grid-cols-3" aria-hidden="true">
      {[1, 2, 3].map((tile) => (
        <Skeleton key={tile} className="h-22 rounded-md" />
      ))}
    </div>
  );
}
