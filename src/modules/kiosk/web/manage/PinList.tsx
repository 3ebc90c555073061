import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { stores as allStores, type Store } from '../../../../platform/contract/access.ts';
import {
  departmentNames,
  storeAccessNames,
  storeNames,
} from '../../../../platform/contract/names.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { FilterBar } from '../../../../platform/web/records/FilterBar.tsx';
import { optionsOf, readFilters } from '../../../../platform/web/records/filters.ts';
import { type RecordColumn, RecordTable } from '../../../../platform/web/records/RecordTable.tsx';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { dateText } from '../../../../platform/web/time/moments.ts';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { ConfirmDialog } from '../../../../platform/web/ui/ConfirmDialog.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { toastError } from '../../../../platform/web/ui/toastFailure.ts';
import { clearPin, listPins, type PinRow } from '../../contract/pins.ts';
import { kiosksKey } from '../state/useKiosks.ts';

const shows = ['without', 'with'] as const;
type Show = (typeof shows)[number];
const showNames: Record<Show, string> = { without: 'Without a PIN', with: 'With a PIN' };

interface Filters {
  words: readonly string[];
  store: Store | undefined;
  show: Show | undefined;
}

const isShown = ({ name, number, stores, setAt }: PinRow, { words, store, show }: Filters) =>
  words.every(
    (word) => name.toLowerCase().includes(word) || number?.toLowerCase().startsWith(word),
  ) &&
  (!store || stores.includes(store) || stores.includes('all')) &&
  (!show || (show === 'with') === (setAt !== null));

/** Who has a PIN. No one sees one: it can only be cleared. */
export function PinList({ stores }: { stores: readonly Store[] }) {
  const { query } = useAddress();
  const { data, error, refetch } = useQuery({ ...queryOptionsFor(listPins), staleTime: 0 });
  const [cleared, setCleared] = useState<PinRow>();
  if (error && !data) {
    return <NotLoaded what="PINs" error={error} onRetry={() => void refetch()} />;
  }
  if (!data) return <Skeleton className="h-96" />;
  const { oneOf } = readFilters(query);
  const filters: Filters = {
    words: (query.get('q') ?? '').toLowerCase().split(/\s+/).filter(Boolean),
    store: oneOf('store', allStores),
    show: oneOf('show', shows),
  };
  const rows = data.filter((row) => isShown(row, filters));
  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-prose text-sm text-muted text-pretty">
        Employees set their PIN themselves, in their profile. No one can see it. Clear it if they
        forgot it or someone else knows it.
      </p>
      <FilterBar
        search={{
          label: 'Search employees',
          placeholder: 'Name or number',
          className: 'flex-1 basis-56 @2xl:max-w-72',
        }}
        fields={[
          stores.length > 1 && {
            name: 'store',
            label: 'Store',
            options: optionsOf('All my stores', stores, storeNames),
            value: filters.store ?? '',
          },
          {
            name: 'show',
            label: 'Show',
            options: optionsOf('Everyone', shows, showNames),
            value: filters.show ?? '',
          },
        ]}
        fieldClassName="flex-1 basis-36 @2xl:max-w-44"
        names={['q', 'store', 'show']}
      />
      {rows.length === 0 ? (
        <EmptyState icon={KeyRound} title="No employees match" />
      ) : (
        <RecordTable label="PINs" columns={columnsOf(setCleared)} rows={rows} isStale={false} />
      )}
      <ClearDialog row={cleared} onClose={() => setCleared(undefined)} />
    </div>
  );
}

const columnsOf = (onClear: (row: PinRow) => void): RecordColumn<PinRow>[] => [
  {
    name: 'Employee',
    width: 'minmax(12rem,1.4fr)',
    className: 'min-w-0',
    show: ({ name }) => <span className="block truncate font-medium text-text">{name}</span>,
  },
  {
    name: 'Number',
    width: '7rem',
    className: 'text-muted tabular-nums @max-4xl:text-right',
    show: ({ number }) => number ?? 'No number',
  },
  {
    name: 'Works in',
    width: 'minmax(12rem,1fr)',
    className: 'min-w-0 truncate text-muted',
    show: ({ department, stores }) =>
      [
        ...(department ? [departmentNames[department]] : []),
        ...stores.map((store) => storeAccessNames[store]),
      ].join(' · '),
  },
  {
    name: 'PIN',
    width: '11rem',
    className: '@max-4xl:text-right',
    show: ({ setAt }) => (setAt ? `Set ${dateText(setAt)}` : <Badge tone="warning">No PIN</Badge>),
  },
  {
    name: 'Actions',
    heading: <span className="sr-only">Actions</span>,
    width: '6rem',
    className: 'flex justify-end @max-4xl:col-span-2',
    show: (row) =>
      row.setAt !== null && (
        <Button size="sm" aria-label={`Clear the PIN of ${row.name}`} onClick={() => onClear(row)}>
          Clear
        </Button>
      ),
  },
];

function ClearDialog({ row, onClose }: { row: PinRow | undefined; onClose: () => void }) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (id: number) => call(clearPin, { params: { id } }),
    onSuccess: ({ name }) => {
      toast({ title: `PIN of ${name} cleared` });
      onClose();
    },
    onError: (error) => toastError(error, 'Couldn’t clear the PIN. Try again.'),
    onSettled: () => client.invalidateQueries({ queryKey: kiosksKey }),
  });
  return (
    <ConfirmDialog
      open={row !== undefined}
      onOpenChange={onClose}
      title={`Clear the PIN of ${row?.name ?? 'this employee'}?`}
      description="They can’t use a kiosk until they set a new one in their profile. They get a notification."
      confirmLabel="Clear PIN"
      danger
      pending={isPending}
      onConfirm={() => row && mutate(row.id)}
    />
  );
}
