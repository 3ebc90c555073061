import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { fromInput } from '../../../../platform/web/time/inputs.ts';
import { zonedLabel } from '../../../../platform/web/time/zoneLabels.ts';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { getPlateLog, type Outing, type Plate } from '../../contract/outings.ts';
import { momentOf } from '../state/labels.ts';

interface Props {
  plate: Plate;
  onClose: () => void;
}

/** Who had a plate, in total or at a given time. */
export function PlateLogDialog({ plate, onClose }: Props) {
  const [value, setValue] = useState('');
  const at = fromInput(value)?.toISOString();
  const { data } = useQuery({
    ...queryOptionsFor(getPlateLog, { params: { plateId: plate.id }, query: { at } }),
    staleTime: 0,
  });
  return (
    <Dialog open onOpenChange={onClose} title={`Plate ${plate.number}`}>
      <div className="flex flex-col gap-4">
        <TextField
          type="datetime-local"
          label={zonedLabel('Who had it at')}
          hint="Leave empty to show everyone who had it"
          value={value}
          onChange={(event) => setValue(event.target.value)}
        />
        {data ? <Log outings={data} isMoment={at !== undefined} /> : <Skeleton className="h-24" />}
      </div>
    </Dialog>
  );
}

function Log({ outings, isMoment }: { outings: readonly Outing[]; isMoment: boolean }) {
  if (outings.length === 0) {
    return (
      <p role="status" className="text-sm text-muted">
        {isMoment ? 'No one had it at that time.' : 'No one has had it yet.'}
      </p>
    );
  }
  return (
    <ol aria-label="Who had it" className="flex flex-col divide-y divide-border text-sm">
      {outings.map(({ id, holder, vehicle, outAt, inAt, outBy }) => (
        <li key={id} className="flex flex-col gap-0.5 py-2">
          <span className="font-medium text-text">{holder.name}</span>
          <span className="text-text">{`${vehicle.title}, ${vehicle.stockNumber}`}</span>
          <span className="text-xs text-muted">
            {`${momentOf(outAt)} to ${inAt ? momentOf(inAt) : 'now'}, checked out by ${outBy}`}
          </span>
        </li>
      ))}
    </ol>
  );
}
