import { ChevronDown, Filter, List } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { stores } from '../../../../../platform/contract/access.ts';
import { useAddress } from '../../../../../platform/web/router/address.ts';
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../../../../../platform/web/ui/Menu.tsx';
import { StoreMark } from '../../../../../platform/web/ui/StoreMark.tsx';
import { writeFilters } from '../../../contract/filters.ts';
import type { Description, Report, Row } from '../../../contract/report.ts';
import { filtersMax } from '../../../contract.ts';
import { filtersOf, nextGrouping, type PartialQuery, withRowFilter } from '../../state/address.ts';
import { groupingLabelOf } from '../../state/measures.ts';

export interface ReportTableProps {
  description: Description;
  report: Report;
  reportQuery: PartialQuery;
  setReportQuery: (reportQuery: PartialQuery) => void;
}

interface Props extends ReportTableProps {
  row: Row;
}

/** The name of a row, with a menu to filter by it or show its records. */
export function RowName({ row, report, description, reportQuery, setReportQuery }: Props) {
  const { setQuery } = useAddress();
  const { by } = report;
  const only = withRowFilter(reportQuery, by, row.key);
  const next = nextGrouping(description.groupings, only);
  const [defaultGrouping] = description.groupings;
  const isFull = filtersOf(reportQuery).length >= filtersMax && filtersOf(only).length > filtersMax;
  const store = by === 'store' ? stores.find((one) => one === row.key) : undefined;
  const nextText = next ? `, group by ${groupingLabelOf(description, next).toLowerCase()}` : '';
  return (
    <Menu>
      <MenuTrigger
        onKeyDown={stepByKey}
        className="group -mx-1 flex max-w-full cursor-default items-center gap-1 rounded-sm px-1 text-left font-medium text-text hover:underline touch:min-h-10"
      >
        <span className="min-w-0 truncate">
          {store ? <StoreMark store={store} /> : row.label || 'Not specified'}
        </span>
        <ChevronDown
          aria-hidden="true"
          className="size-3.5 shrink-0 text-muted opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100 touch:opacity-100"
        />
      </MenuTrigger>
      <MenuContent>
        <MenuItem
          icon={Filter}
          disabled={isFull}
          onSelect={() =>
            setReportQuery({ ...only, by: next === defaultGrouping?.id ? undefined : next })
          }
        >
          {isFull
            ? 'Filter by this (up to 4 filters: remove one first)'
            : `Filter by this${nextText}`}
        </MenuItem>
        <MenuItem
          icon={List}
          disabled={isFull}
          onSelect={() =>
            setQuery({ records: writeFilters([{ by, key: row.key }]) }, { push: true })
          }
        >
          Show records
        </MenuItem>
      </MenuContent>
    </Menu>
  );
}

/** Arrow keys move between rows; Enter opens the menu. */
function stepByKey(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const body = event.currentTarget.closest('tbody');
  if (!step || !body) return;
  // Before the menu trigger, which opens on the same key.
  event.preventDefault();
  const names = [...body.querySelectorAll<HTMLElement>('th button')];
  names[names.indexOf(event.currentTarget) + step]?.focus();
}
