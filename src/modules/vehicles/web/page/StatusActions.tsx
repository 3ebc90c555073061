import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { StatusMenu } from '../../../../platform/web/records/StatusMenu.tsx';
import { ReasonDialog } from '../../../../platform/web/ui/ReasonDialog.tsx';
import { toastFailure } from '../../../../platform/web/ui/toastFailure.ts';
import { reasonMaxLength } from '../../contract/fields.ts';
import { type Status, statusNames } from '../../contract/status.ts';
import { getVehicle, setStatus, type VehiclePage } from '../../contract.ts';
import { refreshVehicles } from '../state/useVehicles.ts';

/** Changes the status; asks for a reason first where one is required. */
export function StatusActions({ car }: { car: VehiclePage }) {
  const [reasonFor, setReasonFor] = useState<Status>();
  const { mutate, isPending } = useStatusChange(car, () => setReasonFor(undefined));
  return (
    <>
      <StatusMenu
        become={car.may.become}
        names={statusNames}
        labelOf={({ status, undoes }) => (undoes ? undoLabel(car.status, status) : undefined)}
        needsDialog={({ needsReason }) => needsReason}
        pending={isPending}
        onChoose={({ status, needsReason }) =>
          needsReason ? setReasonFor(status) : mutate({ status })
        }
      />
      {reasonFor && (
        <ReasonDialog
          title={
            car.may.become.some(({ status, undoes }) => undoes && status === reasonFor)
              ? undoLabel(car.status, reasonFor)
              : `Reason for changing to ${statusNames[reasonFor]}`
          }
          verb="Change status"
          maxLength={reasonMaxLength}
          pending={isPending}
          onClose={() => setReasonFor(undefined)}
          onSubmit={(reason) => mutate({ status: reasonFor, reason })}
        />
      )}
    </>
  );
}

/** `Undo sale`, `Undo delivery`, or where a vehicle that left comes back to. */
function undoLabel(from: Status, to: Status): string {
  if (from === 'sold') return 'Undo sale';
  if (from === 'delivered') return 'Undo delivery';
  return `Back to ${statusNames[to].toLowerCase()}`;
}

function useStatusChange(car: VehiclePage, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: { status: Status; reason?: string }) =>
      call(setStatus, { params: { vehicleId: car.id }, body: { version: car.version, ...change } }),
    onSuccess: (saved) => {
      client.setQueryData(queryKeyFor(getVehicle, { params: { vehicleId: car.id } }), saved);
      onDone();
    },
    onError: (error) => {
      toastFailure(error, 'Couldn’t change status');
      if (error instanceof ApiError && error.status === 409) onDone();
    },
    onSettled: () => refreshVehicles(client),
  });
}
