import { ListFilter } from 'lucide-react';
import { CountBadge } from '../../../../platform/web/ui/CountBadge.tsx';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import { countOf } from '../channels/labels.ts';
import { useFilters } from './filters.ts';

/** Opens the filters; shows how many are set. */
export function FilterButton({ channelId }: { channelId: string }) {
  const { open, active, setOpen } = useFilters(channelId);
  const label = active.length > 0 ? `Filters, ${countOf(active.length, 'filter')} set` : 'Filters';
  return (
    <span className="relative">
      <IconButton
        label={label}
        icon={ListFilter}
        aria-expanded={open}
        className={open || active.length > 0 ? 'bg-accent-surface text-accent-strong!' : ''}
        onClick={() => setOpen(!open)}
      />
      <span aria-hidden className="pointer-events-none absolute -top-1 -right-1">
        <CountBadge count={active.length} />
      </span>
    </span>
  );
}
