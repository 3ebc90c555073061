import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { storeNames } from '../../../../platform/contract/names.ts';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { longMonth, monthsUpTo } from '../../../../platform/web/time/calendar.ts';
import { today } from '../../../../platform/web/time/days.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { SelectField, type SelectOption } from '../../../../platform/web/ui/SelectField.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { statuses, statusNames } from '../../contract/status.ts';
import type { Choices } from '../../contract.ts';
import { filterNames, type useOrderList } from '../useOrders.ts';

interface Props {
  asked: ReturnType<typeof useOrderList>['asked'];
  choices: Choices;
}

const scopeOptions = [
  { value: 'open', label: 'Being worked on' },
  { value: 'late', label: 'Past the promised time' },
  { value: 'done', label: 'Closed and void' },
  { value: 'all', label: 'All orders' },
];
const statusOptions = [
  { value: '', label: 'Any status' },
  ...statuses.map((value) => ({ value, label: statusNames[value] })),
];

const monthOptions = (asked: string | undefined): SelectOption[] => [
  { value: '', label: 'Closed or not' },
  ...monthsUpTo(today(), asked).map((value) => ({ value, label: `Closed in ${longMonth(value)}` })),
];

/** What narrows the list; all of it is in the address. */
export function OrderFilters({ asked, choices }: Props) {
  const { query, setQuery } = useAddress();
  const select = (name: string, label: string, options: readonly SelectOption[], value = '') => (
    <SelectField
      label={label}
      labelHidden
      className="min-w-0 flex-1 basis-36 @4xl:max-w-48"
      options={options}
      value={value}
      onChange={(event) => setQuery({ [name]: event.target.value })}
    />
  );
  const clear = () => setQuery(Object.fromEntries(filterNames.map((name) => [name, null])));
  return (
    <div className="flex min-w-0 flex-1 basis-96 flex-wrap items-center gap-2">
      <SearchField key={asked.q === '' ? 'empty' : 'said'} said={asked.q} />
      {select('scope', 'Which orders', scopeOptions, asked.scope)}
      {select('status', 'Status', statusOptions, asked.status)}
      {choices.stores.length > 1 &&
        select(
          'store',
          'Store',
          [
            { value: '', label: 'All stores' },
            ...choices.stores.map((value) => ({ value, label: storeNames[value] })),
          ],
          asked.store,
        )}
      {select(
        'advisorId',
        'Advisor',
        [
          { value: '', label: 'Any advisor' },
          ...choices.staff.map(({ id, name }) => ({ value: String(id), label: name })),
        ],
        String(asked.advisorId ?? ''),
      )}
      {select('closedIn', 'Closed in', monthOptions(asked.closedIn), asked.closedIn)}
      {filterNames.some((name) => query.get(name)) && (
        <Button variant="ghost" onClick={clear}>
          Clear
        </Button>
      )}
    </div>
  );
}

const pauseMs = 250;

/** Asks once the typing pauses. */
function SearchField({ said }: { said: string }) {
  const { setQuery } = useAddress();
  const [typed, setTyped] = useState(said);
  useEffect(() => {
    if (typed.trim() === said) return;
    const timer = setTimeout(() => setQuery({ q: typed.trim() }), pauseMs);
    return () => clearTimeout(timer);
  }, [typed, said, setQuery]);
  return (
    <TextField
      label="Search repair orders"
      labelHidden
      type="search"
      icon={Search}
      autoComplete="off"
      placeholder="Number, VIN or customer"
      className="w-full @4xl:w-72"
      maxLength={100}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  );
}
