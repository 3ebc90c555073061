import { ChevronDown, Filter, List } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { stores } from '../../../../platform/contract/access.ts';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../../../../platform/web/ui/Menu.tsx';
import { StoreMark } from '../../../../platform/web/ui/StoreMark.tsx';
import { writeNarrowings } from '../../contract/narrowing.ts';
import type { Row } from '../../contract/report.ts';
import { narrowingsMax } from '../../contract.ts';
import { narrowingsOf, nextGrouping, onlyRow } from '../address.ts';
import { groupingLabelOf } from '../figures/measures.ts';
import type { Tabled } from './shown.ts';

interface Props extends Tabled {
  row: Row;
}

/** What a row is called, and what one can do with it: look only at it, or at the records it is made of. */
export function RowName({ row, report, description, asked, ask }: Props) {
  const { setQuery } = useAddress();
  const { by } = report;
  const only = onlyRow(asked, by, row.key);
  const next = nextGrouping(description.groupings, only);
  const [usual] = description.groupings;
  const isFull =
    narrowingsOf(asked).length >= narrowingsMax && narrowingsOf(only).length > narrowingsMax;
  const store = by === 'store' ? stores.find((one) => one === row.key) : undefined;
  const nextWords = next ? `, by ${groupingLabelOf(description, next).toLowerCase()}` : '';
  return (
    <Menu>
      <MenuTrigger
        onKeyDown={stepByKey}
        className="group -mx-1 flex max-w-full cursor-default items-center gap-1 rounded-sm px-1 text-left font-medium text-text hover:underline touch:min-h-10"
      >
        <span className="min-w-0 truncate">
          {store ? <StoreMark store={store} /> : row.label || 'Not said'}
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
          onSelect={() => ask({ ...only, by: next === usual?.id ? undefined : next })}
        >
          {isFull ? 'Only this (four at a time: remove one first)' : `Only this${nextWords}`}
        </MenuItem>
        <MenuItem
          icon={List}
          disabled={isFull}
          onSelect={() =>
            setQuery({ records: writeNarrowings([{ by, key: row.key }]) }, { push: true })
          }
        >
          Show records
        </MenuItem>
      </MenuContent>
    </Menu>
  );
}

/** Arrow keys from row to row; Enter opens what one can do with it. */
function stepByKey(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const body = event.currentTarget.closest('tbody');
  if (!step || !body) return;
  // Before the menu sees it: a trigger opens by the same key.
  event.preventDefault();
  const names = [...body.querySelectorAll<HTMLElement>('th button')];
  names[names.indexOf(event.currentTarget) + step]?.focus();
}
