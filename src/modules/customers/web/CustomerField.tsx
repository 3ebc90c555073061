import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { queryOptionsFor } from '../../../platform/web/api/queryClient.ts';
import { TextField } from '../../../platform/web/ui/TextField.tsx';
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

const pauseMs = 200;

/** Finds one customer: the field has the keyboard, the list below shows who answers to it. */
export function CustomerField({ label, without, hint, required, error, onChoose }: Props) {
  const [typed, setTyped] = useState('');
  const [pointed, setPointed] = useState(0);
  const listId = useId();
  const found = useFound(typed).filter(({ id }) => id !== without);
  const current = Math.min(pointed, Math.max(found.length - 1, 0));
  const isOpen = typed.trim() !== '' && found.length > 0;
  const optionId = (id: number) => `${listId}-${id}`;

  const choose = (customer: CustomerRow | undefined) => {
    if (!customer) return;
    setTyped('');
    setPointed(0);
    onChoose(customer);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!isOpen || (!step && event.key !== 'Enter')) return;
    event.preventDefault();
    if (step) setPointed(Math.min(Math.max(current + step, 0), found.length - 1));
    else choose(found[current]);
  };
  return (
    <div className="flex flex-col gap-1">
      <TextField
        label={label}
        {...(hint && { hint })}
        required={required}
        error={error}
        placeholder="Name, phone or number"
        icon={Search}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && found[current] ? optionId(found[current].id) : undefined}
        autoComplete="off"
        value={typed}
        maxLength={100}
        onChange={(event) => {
          setTyped(event.target.value);
          setPointed(0);
        }}
        onKeyDown={onKeyDown}
      />
      {isOpen && (
        <div
          id={listId}
          role="listbox"
          aria-label="Customers"
          className="rounded-md border border-border p-1"
        >
          {found.map((customer, at) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keyboard
            <div
              key={customer.id}
              id={optionId(customer.id)}
              role="option"
              tabIndex={-1}
              aria-selected={at === current}
              onPointerMove={() => setPointed(at)}
              onClick={() => choose(customer)}
              className={clsx(
                'flex min-h-9 cursor-default items-center justify-between gap-3 rounded-sm px-2 text-base touch:min-h-11',
                at === current && 'bg-hover',
              )}
            >
              <span className="min-w-0 truncate">{customer.name}</span>
              <span className="shrink-0 text-sm text-muted tabular-nums">
                {customer.phone ? phoneText(customer.phone) : customer.id}
              </span>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

function useFound(typed: string): CustomerRow[] {
  const [search, setSearch] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data } = useQuery({
    ...queryOptionsFor(listCustomers, { query: { search, limit: 6 } }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  });
  return search === '' ? [] : (data ?? []);
}
