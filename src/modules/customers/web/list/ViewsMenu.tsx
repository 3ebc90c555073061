import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Bookmark, ChevronDown, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { storeNames } from '../../../../platform/contract/names.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor, queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import {
  Menu,
  MenuContent,
  MenuItem,
  MenuLabel,
  MenuSeparator,
  MenuTrigger,
} from '../../../../platform/web/ui/Menu.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import {
  type Choices,
  deleteView,
  type Filters,
  listViews,
  type SavedView,
  saveView,
} from '../../contract/finding.ts';
import { toastFailure } from '../state/labels.ts';
import { filterNames } from './useCustomerList.ts';

interface Props {
  filters: Filters;
  choices: Choices;
}

/** Saved views: one's own, and those shared with one's stores. */
export function ViewsMenu({ filters, choices }: Props) {
  const { setQuery } = useAddress();
  const [isSaving, setSaving] = useState(false);
  const client = useQueryClient();
  const { data: views = [] } = useQuery(queryOptionsFor(listViews));
  const { mutate: remove } = useMutation({
    mutationFn: ({ id }: SavedView) => call(deleteView, { params: { viewId: id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeyFor(listViews) }),
    onError: (error) => toastFailure(error, 'Couldn’t delete view'),
  });
  const show = (view: SavedView) =>
    setQuery(Object.fromEntries(filterNames.map((name) => [name, view.filters[name] ?? null])), {
      push: true,
    });
  const current = views.find(
    (view) => view.isOwn && filterNames.every((name) => view.filters[name] === filters[name]),
  );
  const isFiltered = filterNames.some((name) => filters[name] !== undefined);
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
      <SaveViewDialog
        open={isSaving}
        close={() => setSaving(false)}
        filters={filters}
        choices={choices}
      />
    </>
  );
}

function SaveViewDialog({
  open,
  close,
  filters,
  choices,
}: Props & { open: boolean; close: () => void }) {
  const formId = useId();
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [store, setStore] = useState('');
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call(saveView, {
        body: { name, store: store === '' ? null : (store as SavedView['store']), filters },
      }),
    onSuccess: () => {
      close();
      setName('');
      return client.invalidateQueries({ queryKey: queryKeyFor(listViews) });
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
            ...choices.stores.map((one) => ({
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
