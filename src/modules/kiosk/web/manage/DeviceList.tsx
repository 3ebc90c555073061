import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Plus, TabletSmartphone } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { Store } from '../../../../platform/contract/access.ts';
import { storeNames } from '../../../../platform/contract/names.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { type RecordColumn, RecordTable } from '../../../../platform/web/records/RecordTable.tsx';
import { exactTime, shortDate, shortTime } from '../../../../platform/web/time/moments.ts';
import { relativeTime } from '../../../../platform/web/time/relativeTime.ts';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { ConfirmDialog } from '../../../../platform/web/ui/ConfirmDialog.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { lazyPart } from '../../../../platform/web/ui/lazy/lazyPart.tsx';
import { StoreMark } from '../../../../platform/web/ui/StoreMark.tsx';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { toastError } from '../../../../platform/web/ui/toastFailure.ts';
import { type KioskDevice, type KioskRule, revokeKiosk } from '../../contract/devices.ts';
import { kiosksKey } from '../state/useKiosks.ts';

const AddDialog = lazyPart(() => import('./AddDialog.tsx'), { place: 'dialog' });
const RenameDialog = lazyPart(() => import('./RenameDialog.tsx'), { place: 'dialog' });

interface Props {
  devices: readonly KioskDevice[];
  stores: readonly Store[];
  rules: readonly KioskRule[];
}

/** The kiosks in use, then those removed in the last weeks. */
export function DeviceList({ devices, stores, rules }: Props) {
  const [isAdding, setAdding] = useState(false);
  const [renamed, setRenamed] = useState<KioskDevice>();
  const [removed, setRemoved] = useState<KioskDevice>();
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <p className="max-w-prose text-sm text-muted text-pretty">
          A kiosk is a shared device at which employees clock in and out with their number and a
          PIN. Open <span className="font-medium text-text">{`${location.host}/kiosk`}</span> on it
          and enter the code it shows here.
        </p>
        <Button variant="primary" onClick={() => setAdding(true)}>
          <Plus aria-hidden="true" />
          Add kiosk
        </Button>
      </div>
      {devices.length === 0 ? (
        <EmptyState
          icon={TabletSmartphone}
          title="No kiosks yet"
          description="Put a tablet where people start their shift, and open the kiosk page on it."
        />
      ) : (
        <RecordTable
          label="Kiosks"
          columns={columnsOf({ onRename: setRenamed, onRemove: setRemoved })}
          rows={devices}
          isStale={false}
          isRoomy
        />
      )}
      <Suspense>
        {isAdding && <AddDialog stores={stores} onClose={() => setAdding(false)} />}
        {renamed && <RenameDialog device={renamed} onClose={() => setRenamed(undefined)} />}
      </Suspense>
      <RemoveDialog device={removed} rules={rules} onClose={() => setRemoved(undefined)} />
    </div>
  );
}

interface Actions {
  onRename: (device: KioskDevice) => void;
  onRemove: (device: KioskDevice) => void;
}

const columnsOf = ({ onRename, onRemove }: Actions): RecordColumn<KioskDevice>[] => [
  {
    name: 'Kiosk',
    width: 'minmax(9rem,1.4fr)',
    className: 'min-w-0',
    show: ({ name, browser }) => (
      <>
        <span className="line-clamp-2 font-medium wrap-anywhere text-text">{name}</span>
        <span className="block truncate text-xs text-muted">{browser}</span>
      </>
    ),
  },
  {
    name: 'Store',
    width: 'minmax(6rem,8rem)',
    className: '@max-4xl:text-right',
    show: ({ store }) => <StoreMark store={store} />,
  },
  { name: 'State', width: 'minmax(8rem,1fr)', show: (device) => <State device={device} /> },
  {
    name: 'Address',
    width: 'minmax(7.5rem,9rem)',
    className: 'min-w-0 text-muted @max-4xl:text-right',
    show: ({ ip }) => <span className="font-mono text-xs">{ip}</span>,
  },
  {
    name: 'Added',
    width: 'minmax(8rem,1fr)',
    className: 'min-w-0 text-xs text-muted',
    tooltip: ({ addedAt }) => exactTime(addedAt),
    show: ({ addedBy, addedAt }) => (
      <>
        <span className="block truncate">{addedBy}</span>
        {shortTime(addedAt)}
      </>
    ),
  },
  {
    name: 'Actions',
    heading: <span className="sr-only">Actions</span>,
    width: '11rem',
    className: 'flex flex-wrap justify-end gap-2',
    show: (device) =>
      device.revokedAt === null && (
        <>
          <Button size="sm" aria-label={`Rename ${device.name}`} onClick={() => onRename(device)}>
            Rename
          </Button>
          <Button size="sm" aria-label={`Remove ${device.name}`} onClick={() => onRemove(device)}>
            Remove
          </Button>
        </>
      ),
  },
];

function State({ device }: { device: KioskDevice }) {
  const { revokedAt, revokedBy, online, lastSeenAt } = device;
  if (revokedAt) {
    return (
      <>
        <Badge>Removed</Badge>
        <span className="block text-xs text-muted">{`${revokedBy}, ${shortDate(revokedAt)}`}</span>
      </>
    );
  }
  if (online) return <Badge tone="success">Online</Badge>;
  return (
    <>
      <Badge tone="warning">Offline</Badge>
      <span className="block text-xs text-muted">
        {lastSeenAt ? `Last seen ${relativeTime(new Date(lastSeenAt), new Date())}` : 'Never seen'}
      </span>
    </>
  );
}

interface RemoveProps {
  device: KioskDevice | undefined;
  rules: readonly KioskRule[];
  onClose: () => void;
}

function RemoveDialog({ device, rules, onClose }: RemoveProps) {
  const rule = rules.find(({ store }) => store === device?.store);
  const isOnlyPlace = rule?.punchFrom === 'kiosks' && rule.kiosks === 1;
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (id: number) => call(revokeKiosk, { params: { id } }),
    onSuccess: ({ name }) => {
      toast({ title: `${name} removed` });
      onClose();
    },
    onError: (error) => toastError(error, 'Couldn’t remove the kiosk. Try again.'),
    onSettled: () => client.invalidateQueries({ queryKey: kiosksKey }),
  });
  return (
    <ConfirmDialog
      open={device !== undefined}
      onOpenChange={onClose}
      title={`Remove ${device?.name ?? 'the kiosk'}?`}
      description={
        <>
          <p>No one can punch at it after this. Existing punches are kept.</p>
          {isOnlyPlace && (
            <p className="pt-2">{`It is the last kiosk of ${storeNames[rule.store]}, which accepts punches only at kiosks: until another one is added, its employees can’t punch.`}</p>
          )}
        </>
      }
      confirmLabel="Remove kiosk"
      danger
      pending={isPending}
      onConfirm={() => device && mutate(device.id)}
    />
  );
}
