import { useMutation, useQueries } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Store } from '../../../../platform/contract/access.ts';
import { maxLengths } from '../../../../platform/contract/fields.ts';
import { storeNames } from '../../../../platform/contract/names.ts';
import { phoneText } from '../../../../platform/contract/phones.ts';
import { ApiError } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { useSettled } from '../../../../platform/web/time/useSettled.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { toastFailure } from '../../../../platform/web/ui/toastFailure.ts';
import { maxLengths as ofCustomer } from '../../contract/fields.ts';
import { type CustomerRow, listCustomers } from '../../contract/finding.ts';
import { createCustomer } from '../../contract/records.ts';
import {
  duplicateSearches,
  problemsOf,
  type TypedCustomer,
  typedCustomer,
} from './typedCustomer.ts';

interface Props {
  /** Label of the field in the surrounding form. */
  label: string;
  /** The search text, used to prefill. */
  typed: string;
  stores: readonly Store[];
  store: Store | undefined;
  without: number | undefined;
  onChoose: (customer: Pick<CustomerRow, 'id' | 'name'>) => void;
  onCancel: () => void;
}

/** Creates a customer inside another form. */
export function NewCustomer({ label, typed, stores, onChoose, onCancel, ...props }: Props) {
  const [values, setValues] = useState(() => typedCustomer(typed));
  const [chosenStore, setStore] = useState<Store>();
  const [errors, setErrors] = useState<Partial<Record<keyof TypedCustomer | 'store', string>>>({});
  const clientId = useRef(crypto.randomUUID());
  const group = useRef<HTMLFieldSetElement>(null);
  const store = props.store ?? chosenStore ?? (stores.length === 1 ? stores[0] : undefined);
  const duplicates = usePossibleDuplicates(values).filter(({ id }) => id !== props.without);

  // Focus the first empty field; the search text fills the others.
  useEffect(() => {
    const fields = [...(group.current?.querySelectorAll('input') ?? [])];
    (fields.find(({ value }) => value === '') ?? fields[0])?.focus();
  }, []);

  const { mutate, isPending } = useMutation({
    mutationFn: (at: Store) => call(createCustomer, { body: bodyOf(values, at, clientId.current) }),
    onSuccess: ({ id, name }) => onChoose({ id, name }),
    onError: (error) => {
      const { fields } = error instanceof ApiError ? error : {};
      if (!fields) return toastFailure(error, 'Couldn’t add customer');
      const { 'phones.0.number': phone, 'emails.0.address': email, ...others } = fields;
      setErrors({ ...others, ...(phone && { phone }), ...(email && { email }) });
      requestAnimationFrame(focusFirstWrong);
    },
  });
  const focusFirstWrong = () =>
    group.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  const submit = () => {
    const problems = { ...problemsOf(values), ...(!store && { store: 'Choose a store' }) };
    setErrors(problems);
    if (Object.keys(problems).length > 0) requestAnimationFrame(focusFirstWrong);
    else if (store && !isPending) mutate(store);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    // Enter must not submit the surrounding form.
    event.preventDefault();
    event.stopPropagation();
    submit();
  };
  const field = (name: keyof TypedCustomer, fieldLabel: string, type = 'text') => (
    <TextField
      label={fieldLabel}
      type={type}
      autoComplete="off"
      maxLength={{ ...maxLengths, ...ofCustomer }[name]}
      value={values[name]}
      error={errors[name]}
      onChange={({ target }) => {
        setValues((now) => ({ ...now, [name]: target.value }));
        setErrors(({ [name]: _, ...others }) => others);
      }}
    />
  );
  return (
    <fieldset
      ref={group}
      onKeyDown={onKeyDown}
      className="flex flex-col gap-3 rounded-md border border-border p-3"
    >
      <legend className="px-1 text-sm font-medium text-text">{`${label}: new customer`}</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {field('firstName', 'First name')}
        {field('lastName', 'Last name')}
        {field('phone', 'Phone', 'tel')}
        {field('email', 'Email', 'email')}
      </div>
      {!props.store && stores.length > 1 && (
        <SelectField
          label="Customer’s store"
          placeholder="Choose a store"
          options={stores.map((one) => ({ value: one, label: storeNames[one] }))}
          value={store ?? ''}
          error={errors.store}
          onChange={({ target }) => setStore(target.value as Store)}
        />
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>Back to search</Button>
        <Button variant="primary" pending={isPending} pendingLabel="Creating…" onClick={submit}>
          Create customer
        </Button>
      </div>
      {/* Below the buttons, so that it doesn’t move them when it appears. */}
      <PossibleDuplicates duplicates={duplicates} onChoose={onChoose} />
    </fieldset>
  );
}

const bodyOf = ({ phone, email, ...names }: TypedCustomer, store: Store, clientId: string) => ({
  clientId,
  store,
  ...names,
  kind: 'person' as const,
  preferredLanguage: 'en' as const,
  phones: phone.trim() ? [{ number: phone, kind: 'mobile' as const, isPreferred: true }] : [],
  emails: email.trim() ? [{ address: email, isPreferred: true }] : [],
});

interface PossibleDuplicatesProps {
  duplicates: readonly CustomerRow[];
  onChoose: Props['onChoose'];
}

function PossibleDuplicates({ duplicates, onChoose }: PossibleDuplicatesProps) {
  return (
    <div role="status" className="empty:hidden">
      {duplicates.length > 0 && (
        <>
          <p className="text-sm text-muted">Possible duplicates</p>
          <ul>
            {duplicates.map(({ id, name, phone, email }) => (
              <li key={id} className="flex items-center justify-between gap-3 py-0.5">
                <span className="min-w-0 truncate text-sm text-text">
                  {name}
                  <span className="text-muted">{` · ${phone ? phoneText(phone) : (email ?? id)}`}</span>
                </span>
                <Button
                  size="sm"
                  variant="ghost"
                  aria-label={`Use ${name}`}
                  onClick={() => onChoose({ id, name })}
                >
                  Use
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

const maxDuplicates = 3;

/** Customers with this phone number, email or name. */
function usePossibleDuplicates(values: TypedCustomer): CustomerRow[] {
  const debounced = useSettled(duplicateSearches(values).join('\n'));
  const searches = debounced === '' ? [] : debounced.split('\n');
  const results = useQueries({
    queries: searches.map((search) =>
      queryOptionsFor(listCustomers, { query: { search, limit: maxDuplicates } }),
    ),
  });
  const found = results.flatMap(({ data }) => data ?? []);
  return [...new Map(found.map((one) => [one.id, one])).values()].slice(0, maxDuplicates);
}
