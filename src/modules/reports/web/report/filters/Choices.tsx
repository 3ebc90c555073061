import { ListFilter } from 'lucide-react';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import {
  Popover,
  PopoverContent,
  PopoverTrigger,
} from '../../../../../platform/web/ui/Popover.tsx';
import { SelectField } from '../../../../../platform/web/ui/SelectField.tsx';
import { filtersMax } from '../../../contract.ts';
import { filtersOf, withFilter } from '../../state/address.ts';
import type { FilterProps } from './filterProps.ts';

/** No key of a choice; the empty one is, such as that of “No department”. */
const all = '*';

/** Filters for groupings with fixed choices; other values are chosen in the table. */
export function Choices({ description, reportQuery, setReportQuery }: FilterProps) {
  const offered = description.groupings.filter(({ id, choices }) => choices && id !== 'store');
  if (offered.length === 0) return null;
  const filters = filtersOf(reportQuery);
  const chosen = (by: string) => filters.find((one) => one.by === by)?.key ?? all;
  const isFull = filters.length >= filtersMax;
  return (
    <Popover>
      <PopoverTrigger asChild>
        <Button className="self-end">
          <ListFilter aria-hidden="true" />
          Filter
        </Button>
      </PopoverTrigger>
      <PopoverContent align="start" label="Filter the report" className="w-64 p-3">
        <div className="flex flex-col gap-3">
          {offered.map(({ id, label, choices = [] }) => (
            <SelectField
              key={id}
              label={label}
              options={[
                { value: all, label: 'All' },
                ...choices.map((one) => ({ value: one.key, label: one.label })),
              ]}
              value={chosen(id)}
              disabled={isFull && chosen(id) === all}
              hint={isFull && chosen(id) === all ? 'Up to 4 filters. Remove one first.' : undefined}
              onChange={({ target }) =>
                setReportQuery(
                  withFilter(reportQuery, id, target.value === all ? null : target.value),
                )
              }
            />
          ))}
        </div>
      </PopoverContent>
    </Popover>
  );
}
