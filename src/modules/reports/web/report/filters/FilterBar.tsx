import type { Store } from '../../../../../platform/contract/access.ts';
import { storeNames } from '../../../../../platform/contract/names.ts';
import { SelectField } from '../../../../../platform/web/ui/SelectField.tsx';
import { Chips } from './Chips.tsx';
import { Choices } from './Choices.tsx';
import type { FilterProps } from './filterProps.ts';
import { PeriodField } from './PeriodField.tsx';

interface Props extends FilterProps {
  catalog: { stores: Store[]; today: string };
}

/** The filters of a report, kept in the URL. */
export function FilterBar({ catalog, ...props }: Props) {
  const { description, reportQuery, setReportQuery } = props;
  const { stores } = catalog;
  const [first] = description.groupings;
  return (
    <search aria-label="Filters" className="flex flex-col gap-2">
      <div className="grid grid-cols-2 items-end gap-2 @3xl:flex @3xl:flex-wrap">
        <PeriodField {...props} today={catalog.today} />
        {stores.length > 1 && (
          <SelectField
            label="Store"
            className="@3xl:w-36"
            options={[
              { value: '', label: 'All stores' },
              ...stores.map((value) => ({ value, label: storeNames[value] })),
            ]}
            value={reportQuery.store ?? ''}
            onChange={({ target }) =>
              setReportQuery({ ...reportQuery, store: stores.find((one) => one === target.value) })
            }
          />
        )}
        <SelectField
          label="By"
          className="@3xl:w-44"
          options={description.groupings.map(({ id, label }) => ({ value: id, label }))}
          value={reportQuery.by ?? first?.id}
          onChange={({ target }) =>
            setReportQuery({
              ...reportQuery,
              by: target.value === first?.id ? undefined : target.value,
            })
          }
        />
        <Choices {...props} />
      </div>
      <Chips {...props} />
    </search>
  );
}
