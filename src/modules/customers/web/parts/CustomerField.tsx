import { useRef, useState } from 'react';
import type { Store } from '../../../../platform/contract/access.ts';
import { phoneText } from '../../../../platform/contract/phones.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { ChosenOne } from '../../../../platform/web/ui/ChosenOne.tsx';
import { FindField, useFinding, useFound } from '../../../../platform/web/ui/FindField.tsx';
import { useKeptFocus } from '../../../../platform/web/ui/useKeptFocus.ts';
import { type CustomerRow, listCustomers } from '../../contract/finding.ts';
import { useChoices } from '../state/useCustomers.ts';
import { NewCustomer } from './NewCustomer.tsx';

type CustomerName = Pick<CustomerRow, 'id' | 'name'>;

interface Props {
  label: string;
  /** Excluded from the results. */
  without?: number;
  /** Store of a new customer; chosen by the user if omitted. */
  store?: Store | undefined;
  hint?: string;
  required?: boolean;
  error?: string | undefined;
  onChoose: (customer: CustomerName) => void;
}

/** Finds a customer by name, phone or number, or creates one in place. */
export function CustomerField({ without, store, ...field }: Props) {
  const finding = useFinding();
  const [adding, setAdding] = useState<string | null>(null);
  const { may, stores } = useChoices();
  const found = useFound(
    finding.search,
    queryOptionsFor(listCustomers, { query: { search: finding.search, limit: 6 } }),
    (customers) => customers.filter(({ id }) => id !== without),
  );
  const { label, onChoose } = field;
  if (adding !== null) {
    return (
      <NewCustomer
        label={label}
        typed={adding}
        stores={stores}
        store={store}
        without={without}
        onChoose={onChoose}
        onCancel={() => setAdding(null)}
      />
    );
  }
  return (
    <FindField
      {...field}
      listLabel="Customers"
      placeholder="Name, phone or number"
      noneHint={(text) => `No customers match “${text}”.`}
      create={may.create ? { label: (text) => `Create “${text}”`, onCreate: setAdding } : undefined}
      finding={finding}
      found={found}
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

interface ChoiceProps extends Omit<Props, 'onChoose'> {
  customer: CustomerName | null;
  onChange: (customer: CustomerName | null) => void;
}

/** A customer field: search or create, then the chosen customer with a button to change it. */
export function CustomerChoice({ customer, onChange, ...field }: ChoiceProps) {
  const place = useRef<HTMLDivElement>(null);
  useKeptFocus(place, customer?.id);
  return (
    <div ref={place}>
      {customer ? (
        <ChosenOne label={field.label} error={field.error} onChange={() => onChange(null)}>
          <span className="block truncate text-base text-text">{customer.name}</span>
        </ChosenOne>
      ) : (
        <CustomerField {...field} onChoose={({ id, name }) => onChange({ id, name })} />
      )}
    </div>
  );
}
