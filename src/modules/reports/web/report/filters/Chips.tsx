import { X } from 'lucide-react';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { filtersOf, withFilter } from '../../state/address.ts';
import { labelOf } from '../../state/labels.ts';
import { groupingLabelOf } from '../../state/measures.ts';
import type { FilterProps } from './filterProps.ts';

export function Chips({ description, report, reportQuery, setReportQuery }: FilterProps) {
  const filters = filtersOf(reportQuery);
  if (filters.length === 0) return null;
  return (
    <ul aria-label="Filters" className="flex flex-wrap items-center gap-2">
      {filters.map((one) => {
        const label = `${groupingLabelOf(description, one.by)}: ${labelOf(one, description, report)}`;
        return (
          <li key={one.by} className="min-w-0">
            <button
              type="button"
              aria-label={`Remove ${label}`}
              onClick={() => setReportQuery(withFilter(reportQuery, one.by, null))}
              className="flex h-7 max-w-full cursor-default items-center gap-1.5 rounded-md bg-accent-surface px-2.5 text-sm text-accent-strong hover:bg-hover touch:h-10"
            >
              <span className="truncate">{label}</span>
              <X aria-hidden="true" className="size-3.5 shrink-0" />
            </button>
          </li>
        );
      })}
      {filters.length > 1 && (
        <li>
          <Button
            size="sm"
            variant="ghost"
            onClick={() => setReportQuery({ ...reportQuery, only: undefined })}
          >
            Clear all
          </Button>
        </li>
      )}
    </ul>
  );
}
