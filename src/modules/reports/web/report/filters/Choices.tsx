import { ListFilter } from 'lucide-react';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import {
  Popover,
  PopoverContent,
  PopoverTrigger,
} from '../../../../../platform/web/ui/Popover.tsx';
import { SelectField } from '../../../../../platform/web/ui/SelectField.tsx';
import { narrowingsMax } from '../../../contract.ts';
import { narrowed, narrowingsOf } from '../../address.ts';
import type { Asking } from './asking.ts';

/** What it may be narrowed to where all there ever is is known; the rest is chosen in the table. */
export function Choices({ description, asked, ask }: Asking) {
  const offered = description.groupings.filter(({ id, choices }) => choices && id !== 'store');
  if (offered.length === 0) return null;
  const chosen = narrowingsOf(asked);
  const keyOf = (by: string) => chosen.find((one) => one.by === by)?.key ?? '';
  const isFull = chosen.length >= narrowingsMax;
  return (
    <Popover>
      <PopoverTrigger asChild>
        <Button className="self-end">
          <ListFilter aria-hidden="true" />
          Narrow
        </Button>
      </PopoverTrigger>
      <PopoverContent align="start" label="Narrow the report" className="w-64 p-3">
        <div className="flex flex-col gap-3">
          {offered.map(({ id, label, choices = [] }) => (
            <SelectField
              key={id}
              label={label}
              options={[
                { value: '', label: 'All' },
                ...choices.map((one) => ({ value: one.key, label: one.label })),
              ]}
              value={keyOf(id)}
              disabled={isFull && keyOf(id) === ''}
              hint={isFull && keyOf(id) === '' ? 'Four at a time: remove one first.' : undefined}
              onChange={({ target }) => ask(narrowed(asked, id, target.value || null))}
            />
          ))}
        </div>
      </PopoverContent>
    </Popover>
  );
}
