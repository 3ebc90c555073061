import { Columns3, Plus } from 'lucide-react';
import { ExportButton } from '../../../../platform/web/download/ExportButton.tsx';
import { saveFile } from '../../../../platform/web/download/save.ts';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Checkbox } from '../../../../platform/web/ui/Checkbox.tsx';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '../../../../platform/web/ui/Popover.tsx';
import { exportVehicles } from '../../contract.ts';
import type { useColumns } from './useColumns.ts';
import type { StockQuery } from './useStock.ts';

interface Props {
  filters: StockQuery;
  columns: ReturnType<typeof useColumns>;
  mayAdd: boolean;
}

export function StockActions({ filters, columns, mayAdd }: Props) {
  const { setQuery } = useAddress();
  return (
    <div className="flex items-center gap-2">
      <Popover>
        <PopoverTrigger asChild>
          <IconButton
            label="Columns"
            icon={Columns3}
            variant="secondary"
            className="@max-3xl:hidden"
          />
        </PopoverTrigger>
        <PopoverContent label="Columns" className="w-52 p-3">
          <fieldset className="flex flex-col gap-1">
            <legend className="pb-1 text-xs font-medium text-muted">Show columns</legend>
            {columns.offered.map(({ name, label }) => (
              <Checkbox
                key={name}
                label={label}
                checked={columns.shown.some((one) => one.name === name)}
                onCheckedChange={() => columns.toggle(name)}
              />
            ))}
          </fieldset>
        </PopoverContent>
      </Popover>
      {/* URL parameters and body fields have the same names. */}
      <ExportButton
        noun="vehicles"
        save={() => saveFile(exportVehicles, { body: filters as never })}
      />
      {mayAdd && (
        <Button variant="primary" onClick={() => setQuery({ add: 'new' })}>
          <Plus aria-hidden="true" />
          Add vehicle
        </Button>
      )}
    </div>
  );
}
