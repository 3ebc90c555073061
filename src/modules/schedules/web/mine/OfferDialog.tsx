import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../../platform/web/api/call.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { useDialogForm } from '../../../../platform/web/forms/useDialogForm.ts';
import { FormDialog } from '../../../../platform/web/ui/FormDialog.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { TextArea } from '../../../../platform/web/ui/TextArea.tsx';
import { listCandidates, offerShift } from '../../contract/offers.ts';
import type { Shift } from '../../contract/shift.ts';
import { placeText, shiftText } from '../state/labels.ts';
import { useRefresh } from '../state/useSchedules.ts';

/** Offers a shift to one person or to everyone of the department, or swaps it for another. */
export default function OfferDialog({ shift, onClose }: { shift: Shift; onClose: () => void }) {
  const { shiftId } = shift;
  const [clientId] = useState(() => crypto.randomUUID());
  const refresh = useRefresh();
  const candidates = useQuery(queryOptionsFor(listCandidates, { params: { shiftId } }));
  const form = useDialogForm({ toUserId: '', wantedShiftId: '', note: '' });
  const { toUserId, wantedShiftId, note } = form.values;
  const chosen = candidates.data?.find(({ id }) => String(id) === toUserId);
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call(offerShift, {
        params: { shiftId },
        body: {
          clientId,
          toUserId: toUserId ? Number(toUserId) : null,
          wantedShiftId: wantedShiftId ? Number(wantedShiftId) : null,
          note: note.trim(),
        },
      }),
    onSuccess: onClose,
    onError: form.refuse,
    onSettled: refresh,
  });
  return (
    <FormDialog
      size="sm"
      title="Offer shift"
      description={`${shiftText(shift)}, ${placeText(shift)}. It stays yours until someone takes it and a manager approves.`}
      verb={wantedShiftId ? 'Propose swap' : 'Offer'}
      pending={isPending}
      isDisabled={!candidates.data || candidates.data.length === 0}
      isDirty={form.isDirty}
      refusal={form.refusal}
      onClose={onClose}
      onSubmit={() => mutate()}
    >
      {candidates.isError && (
        <NotLoaded
          isInline
          what="your team"
          error={candidates.error}
          onRetry={candidates.refetch}
        />
      )}
      {candidates.isPending && <Skeleton className="h-32" />}
      {candidates.data?.length === 0 && (
        <p className="text-sm text-muted">
          No one of your store and department can work at this time.
        </p>
      )}
      {candidates.data && candidates.data.length > 0 && (
        <>
          <SelectField
            label="To"
            options={[
              { value: '', label: 'Anyone in the department' },
              ...candidates.data.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            value={toUserId}
            error={form.errors.toUserId}
            onChange={({ target }) => {
              form.set('toUserId', target.value);
              form.set('wantedShiftId', '');
            }}
          />
          {chosen && chosen.shifts.length > 0 && (
            <SelectField
              label="In exchange for"
              options={[
                { value: '', label: 'Nothing' },
                ...chosen.shifts.map((one) => ({
                  value: String(one.shiftId),
                  label: shiftText(one),
                })),
              ]}
              value={wantedShiftId}
              error={form.errors.wantedShiftId}
              onChange={({ target }) => form.set('wantedShiftId', target.value)}
            />
          )}
          <TextArea
            label="Note"
            rows={2}
            maxLength={300}
            value={note}
            error={form.errors.note}
            onChange={({ target }) => form.set('note', target.value)}
          />
        </>
      )}
    </FormDialog>
  );
}
