import { ChevronDown } from 'lucide-react';
import { type ChangeEvent, type SubmitEvent, useState } from 'react';
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
  onDone: () => void;
}

/** Both ends are written at once. */
function PriceForm({ filters, onDone }: PriceFormProps) {
  const { setQuery } = useAddress();
  const from = useTypedPrice(filters.priceFrom);
  const to = useTypedPrice(filters.priceTo);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (from.cents === undefined || to.cents === undefined) return;
    setQuery({ priceFrom: from.cents, priceTo: to.cents });
    onDone();
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3">
      <TextField label="From" {...from.field} />
      <TextField label="To" {...to.field} />
      <Button type="submit" variant="primary">
        Apply
      </Button>
    </form>
  );
}

/** Without a button: each end is written when its field is left, or with Enter. */
export function PriceFields({ filters }: { filters: StockQuery }) {
  return (
    <div className="flex flex-col gap-3">
      <PriceField label="From" name="priceFrom" filters={filters} />
      <PriceField label="To" name="priceTo" filters={filters} />
    </div>
  );
}

interface PriceFieldProps {
  label: string;
  name: 'priceFrom' | 'priceTo';
  filters: StockQuery;
}

function PriceField({ label, name, filters }: PriceFieldProps) {
  const { setQuery } = useAddress();
  const { cents, field } = useTypedPrice(filters[name]);
  const write = () => {
    if (cents !== undefined) setQuery({ [name]: cents });
  };
  return (
    <TextField
      label={label}
      {...field}
      onBlur={write}
      onKeyDown={(event) => event.key === 'Enter' && write()}
    />
  );
}

function useTypedPrice(filter: StockQuery['priceFrom']) {
  const [typed, setTyped] = useState(() => typedHundredths(filter as number | undefined));
  const cents = centsOf(typed);
  return {
    /** Undefined if it is no amount. */
    cents,
    field: {
      inputMode: 'decimal',
      value: typed,
      error: cents === undefined ? 'Enter an amount in dollars' : undefined,
      onChange: (event: ChangeEvent<HTMLInputElement>) => setTyped(event.target.value),
    },
  } as const;
}
