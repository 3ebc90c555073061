import { type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Bookmark, ChevronDown, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import type { Store } from '../../contract/access.ts';
import { storeNames } from '../../contract/names.ts';
import { useAddress } from '../router/address.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Menu, MenuContent, MenuItem, MenuLabel, MenuSeparator, MenuTrigger } from '../ui/Menu.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { TextField } from '../ui/TextField.tsx';
import { toastFailure } from '../ui/toastFailure.ts';

interface SavedView<Filters> {
  id: number;
  name: string;
  /** Shared with everyone at this store; null: private. */
  store: Store | null;
  filters: Filters;
  isOwn: boolean;
  by: string;
}

/** Where the views of a list are saved. */
export interface ViewsSource<Filters> {
  queryKey: QueryKey;
  list: (signal: AbortSignal) => Promise<SavedView<Filters>[]>;
  save: (view: Pick<SavedView<Filters>, 'name' | 'store' | 'filters'>) => Promise<unknown>;
  remove: (viewId: number) => Promise<unknown>;
}

type AnyFilters = Record<string, string | undefined>;

interface Props<Filters> {
  source: ViewsSource<Filters>;
  /** Those of the list now. */
  filters: Filters;
  /** All parameters of the address that a view sets. */
  names: readonly (keyof Filters & string)[];
  /** A view can be shared with these. */
  stores: readonly Store[];
}

/** Saved views: one's own, and those shared with one's stores. */
export function ViewsMenu<Filters extends AnyFilters>(props: Props<Filters>) {
  const { source, filters, names } = props;
  const { setQuery } = useAddress();
  const [isSaving, setSaving] = useState(false);
  const client = useQueryClient();
  const { data: views = [] } = useQuery({
    queryKey: source.queryKey,
    queryFn: ({ signal }) => source.list(signal),
  });
  const { mutate: remove } = useMutation({
    mutationFn: ({ id }: SavedView<Filters>) => source.remove(id),
    onSuccess: () => client.invalidateQueries({ queryKey: source.queryKey }),
    onError: (error) => toastFailure(error, 'Couldn’t delete view'),
  });
  const show = (view: SavedView<Filters>) =>
    setQuery(Object.fromEntries(names.map((name) => [name, view.filters[name] ?? null])), {
      push: true,
    });
  const current = views.find(
    (view) => view.isOwn && names.every((name) => view.filters[name] === filters[name]),
  );
  const isFiltered = names.some((name) => filters[name] !== undefined);
  return (
    <>
      <Menu>
        <MenuTrigger asChild>
          <Button>
            <Bookmark aria-hidden="true" />
            Saved views
            <ChevronDown aria-hidden="true" />
          </Button>
        </MenuTrigger>
        <MenuContent align="end">
          {views.length === 0 && <MenuLabel>No saved views yet</MenuLabel>}
          {views.map((view) => (
            <MenuItem key={view.id} onSelect={() => show(view)}>
              <span className="truncate">{view.name}</span>
              {!view.isOwn && <span className="text-xs text-muted">{view.by}</span>}
              {view.isOwn && view.store && (
                <span className="text-xs text-muted">{storeNames[view.store]}</span>
              )}
            </MenuItem>
          ))}
          <MenuSeparator />
          <MenuItem icon={Bookmark} disabled={!isFiltered} onSelect={() => setSaving(true)}>
            Save view
          </MenuItem>
          {current && (
            <MenuItem icon={Trash2} danger onSelect={() => remove(current)}>
              {`Delete “${current.name}”`}
            </MenuItem>
          )}
        </MenuContent>
      </Menu>
      <SaveViewDialog {...props} open={isSaving} close={() => setSaving(false)} />
    </>
  );
}

interface SaveViewProps<Filters> extends Pick<Props<Filters>, 'source' | 'filters' | 'stores'> {
  open: boolean;
  close: () => void;
}

function SaveViewDialog<Filters>(props: SaveViewProps<Filters>) {
  const { source, filters, stores, open, close } = props;
  const formId = useId();
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [store, setStore] = useState('');
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      source.save({ name, store: stores.find((one) => one === store) ?? null, filters }),
    onSuccess: () => {
      close();
      setName('');
      return client.invalidateQueries({ queryKey: source.queryKey });
    },
    onError: (error) => toastFailure(error, 'Couldn’t save view'),
  });
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || close()}
      size="sm"
      title="Save view"
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" pending={isPending}>
            Save view
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim()) mutate();
        }}
      >
        <TextField
          label="Name"
          required
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <SelectField
          label="Visible to"
          options={[
            { value: '', label: 'Only me' },
            ...stores.map((one) => ({
              value: one,
              label: `Everyone at ${storeNames[one]}`,
            })),
          ]}
          value={store}
          onChange={(event) => setStore(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
