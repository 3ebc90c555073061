import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryOptionsFor } from '../../../platform/web/api/queryClient.ts';
import { FindField, useFinding } from '../../../platform/web/ui/FindField.tsx';
import { type CustomerRow, listCustomers } from '../contract/finding.ts';
import { phoneText } from '../contract/phones.ts';

interface Props {
  label: string;
  /** Not to be found: the one it is for. */
  without?: number;
  hint?: string;
  required?: boolean;
  error?: string | undefined;
  onChoose: (customer: CustomerRow) => void;
}

/** Finds one customer by name, phone or number. */
export function CustomerField({ without, ...field }: Props) {
  const finding = useFinding();
  const found = useCustomers(finding.words, without);
  return (
    <FindField
      {...field}
      listLabel="Customers"
      placeholder="Name, phone or number"
      noneHint={(words) => `No customer answers to “${words}”.`}
      {...{ finding, found }}
    >
      {(customer) => (
        <>
          <span className="min-w-0 flex-1 truncate">{customer.name}</span>
          <span className="shrink-0 text-sm text-muted tabular-nums">
            {customer.phone ? phoneText(customer.phone) : customer.id}
          </span>
        </>
      )}
    </FindField>
  );
}

function useCustomers(search: string, without: number | undefined): CustomerRow[] | null {
  const { data, isPlaceholderData } = useQuery({
    ...queryOptionsFor(listCustomers, { query: { search, limit: 6 } }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  });
  const found = data?.filter(({ id }) => id !== without) ?? null;
  return isPlaceholderData && found?.length === 0 ? null : found;
}
