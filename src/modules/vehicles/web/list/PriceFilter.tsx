import { ChevronDown } from 'lucide-react';
import { type SubmitEvent, useState } from 'react';
import { centsOf, dollarsOf, typedHundredths } from '../../../../platform/web/format/amounts.ts';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '../../../../platform/web/ui/Popover.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import type { StockQuery } from './useStock.ts';

/** A price range; either end may be open. */
export function PriceFilter({ filters }: { filters: StockQuery }) {
  const [open, setOpen] = useState(false);
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button className="basis-36 justify-between! font-normal! @max-3xl:grow">
          {rangeOf(filters)}
          <ChevronDown aria-hidden="true" className="text-muted" />
        </Button>
      </PopoverTrigger>
      <PopoverContent align="start" label="Price" className="w-64 p-4">
        <PriceForm filters={filters} onDone={() => setOpen(false)} />
      </PopoverContent>
    </Popover>
  );
}

function rangeOf({ priceFrom, priceTo }: StockQuery): string {
  if (typeof priceFrom === 'number' && typeof priceTo === 'number') {
    return `${dollarsOf(priceFrom)} to ${dollarsOf(priceTo)}`;
  }
  if (typeof priceFrom === 'number') return `From ${dollarsOf(priceFrom)}`;
  return typeof priceTo === 'number' ? `Up to ${dollarsOf(priceTo)}` : 'Any price';
}

interface PriceFormProps {
  filters: StockQuery;
  onDone?: () => void;
}

export function PriceForm({ filters, onDone }: PriceFormProps) {
  const { setQuery } = useAddress();
  const [from, setFrom] = useState(() => typedHundredths(filters.priceFrom as number | undefined));
  const [to, setTo] = useState(() => typedHundredths(filters.priceTo as number | undefined));
  const priceFrom = centsOf(from);
  const priceTo = centsOf(to);
  const error = 'Enter an amount in dollars';
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (priceFrom === undefined || priceTo === undefined) return;
    setQuery({ priceFrom, priceTo });
    onDone?.();
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3">
      <TextField
        label="From"
        inputMode="decimal"
        value={from}
        error={priceFrom === undefined ? error : undefined}
        onChange={(event) => setFrom(event.target.value)}
      />
      <TextField
        label="To"
        inputMode="decimal"
        value={to}
        error={priceTo === undefined ? error : undefined}
        onChange={(event) => setTo(event.target.value)}
      />
      <Button type="submit" variant="primary">
        Apply
      </Button>
    </form>
  );
}
