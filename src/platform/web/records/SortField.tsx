import { useAddress } from '../router/address.ts';
import { SelectField, type SelectOption } from '../ui/SelectField.tsx';

interface Props {
  /** The first one is the order without a parameter in the address. */
  options: readonly SelectOption[];
  value: string;
  /** Another parameter that a new order removes, such as the page. */
  resets?: string;
}

/** The order of a list, as `sort` in the address. */
export function SortField({ options, value, resets }: Props) {
  const { setQuery } = useAddress();
  const [usual] = options;
  return (
    <SelectField
      label="Sort"
      labelHidden
      className="w-44"
      options={options}
      value={value}
      onChange={({ target }) =>
        setQuery({
          sort: target.value === usual?.value ? null : target.value,
          ...(resets && { [resets]: null }),
        })
      }
    />
  );
}
