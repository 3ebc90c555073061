import { clsx } from 'clsx';
import { ListFilter, Search } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useAddress } from '../router/address.ts';
import { useSearchText } from '../router/useSearchText.ts';
import { Button } from '../ui/Button.tsx';
import { CountBadge } from '../ui/CountBadge.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { TextField } from '../ui/TextField.tsx';
import type { FilterField, OwnFilterField } from './filters.ts';

interface Props {
  search?: {
    label: string;
    placeholder: string;
    /** Sizes where there is room for the whole bar. */
    className: string;
    /** Its parameter in the address, `q` by default. */
    name?: string;
    maxLength?: number;
    /** How long typing pauses before the search. */
    pauseMs?: number;
  };
  /** `false` for a field that does not apply. */
  fields: readonly (FilterField | OwnFilterField | false)[];
  /** Sizes of a field in the bar. */
  fieldClassName: string;
  /** The parameters in the address that "Clear filters" removes. */
  names: readonly string[];
  /** Another parameter that every change removes, such as the page. */
  resets?: string;
  /** Actions of the list, at the end of the bar. */
  children?: ReactNode;
}

/**
 * Filters that live in the address. On a phone only the search stays, beside a button that opens the others, so that
 * the first rows of the list are on the screen; where there is room, the button is there for rare filters alone.
 */
export function FilterBar(props: Props) {
  const { search, fields, fieldClassName, names, resets, children } = props;
  const { query, setQuery } = useAddress();
  const { typed, setTyped } = useSearchText(search?.name ?? 'q', {
    pauseMs: search?.pauseMs,
    resets,
  });
  const [isOpen, setOpen] = useState(false);
  const shown = fields.filter((field) => field !== false);
  const isFiltered = names.some((name) => query.get(name));
  const inBar = shown.filter(({ isRare }) => !isRare);
  const rare = shown.filter(({ isRare }) => isRare);
  const countActive = (some: typeof shown) =>
    some.filter(({ name, isActive }) => isActive ?? Boolean(query.get(name))).length;
  const change = (changes: Record<string, string | null>) =>
    setQuery({ ...changes, ...(resets && { [resets]: null }) });
  const clear = () => {
    setTyped('');
    change(Object.fromEntries(names.map((name) => [name, null])));
    setOpen(false);
  };
  const select = (field: FilterField, inBar: boolean) => (
    <SelectField
      key={field.name}
      label={field.label}
      labelHidden={inBar}
      className={inBar ? clsx('min-w-0 @max-2xl:hidden', fieldClassName) : undefined}
      options={field.options}
      value={field.value}
      onChange={({ target: { value } }) =>
        change(field.changes?.(value) ?? { [field.name]: value })
      }
    />
  );
  return (
    <div className="flex flex-wrap items-start gap-2">
      <div className="flex min-w-0 flex-1 basis-96 flex-wrap items-center gap-2">
        {search && (
          <TextField
            label={search.label}
            labelHidden
            type="search"
            icon={Search}
            autoComplete="off"
            placeholder={search.placeholder}
            className={clsx('@max-2xl:flex-1', search.className)}
            maxLength={search.maxLength}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Escape' || !typed) return;
              event.preventDefault();
              setTyped('');
            }}
          />
        )}
        {inBar.map((field) =>
          'options' in field ? (
            select(field, true)
          ) : (
            <div key={field.name} className="contents @max-2xl:hidden">
              {field.inBar}
            </div>
          ),
        )}
        <Button
          aria-haspopup="dialog"
          className={clsx(rare.length === 0 && '@2xl:hidden')}
          onClick={() => setOpen(true)}
        >
          <ListFilter aria-hidden="true" />
          Filters
          <CountBadge count={countActive(shown)} label="active" className="@2xl:hidden" />
          <CountBadge count={countActive(rare)} label="active" className="@max-2xl:hidden" />
        </Button>
        {isFiltered && (
          <Button variant="ghost" className="@max-2xl:hidden" onClick={clear}>
            Clear filters
          </Button>
        )}
      </div>
      {children}
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Filters"
        footer={
          <>
            {isFiltered && (
              <Button variant="ghost" onClick={clear}>
                Clear filters
              </Button>
            )}
            <Button variant="primary" onClick={() => setOpen(false)}>
              Done
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-4">
          {shown.map((field) =>
            'options' in field ? (
              select(field, false)
            ) : (
              <fieldset key={field.name} className="min-w-0">
                <legend className="pb-1.5 text-sm font-medium text-text">{field.label}</legend>
                {field.inSheet}
              </fieldset>
            ),
          )}
        </div>
      </Dialog>
    </div>
  );
}
