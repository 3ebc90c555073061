import type { Store } from '../../../../../platform/contract/access.ts';
import { storeNames } from '../../../../../platform/contract/names.ts';
import { SelectField } from '../../../../../platform/web/ui/SelectField.tsx';
import type { Asking } from './asking.ts';
import { Chips } from './Chips.tsx';
import { Choices } from './Choices.tsx';
import { PeriodField } from './PeriodField.tsx';

interface Props extends Asking {
  catalog: { stores: Store[]; today: string };
}

/** What a report is asked for; all of it is in the address. */
export function FilterBar({ catalog, ...asking }: Props) {
  const { description, asked, ask } = asking;
  const { stores } = catalog;
  const [first] = description.groupings;
  return (
    <search aria-label="Filters" className="flex flex-col gap-2">
      <div className="grid grid-cols-2 items-end gap-2 @3xl:flex @3xl:flex-wrap">
        <PeriodField {...asking} today={catalog.today} />
        {stores.length > 1 && (
          <SelectField
            label="Store"
            className="@3xl:w-36"
            options={[
              { value: '', label: 'All stores' },
              ...stores.map((value) => ({ value, label: storeNames[value] })),
            ]}
            value={asked.store ?? ''}
            onChange={({ target }) =>
              ask({ ...asked, store: stores.find((one) => one === target.value) })
            }
          />
        )}
        <SelectField
          label="By"
          className="@3xl:w-44"
          options={description.groupings.map(({ id, label }) => ({ value: id, label }))}
          value={asked.by ?? first?.id}
          onChange={({ target }) =>
            ask({ ...asked, by: target.value === first?.id ? undefined : target.value })
          }
        />
        <Choices {...asking} />
      </div>
      <Chips {...asking} />
    </search>
  );
}
