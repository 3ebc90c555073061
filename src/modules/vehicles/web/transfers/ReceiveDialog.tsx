import { useMutation, useQueryClient } from '@tanstack/react-query';
import { storeNames } from '../../../../platform/contract/names.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { countOf } from '../../../../platform/web/format/amounts.ts';
import { useDialogForm } from '../../../../platform/web/forms/useDialogForm.ts';
import { FormDialog } from '../../../../platform/web/ui/FormDialog.tsx';
import { TextField, type TextFieldProps } from '../../../../platform/web/ui/TextField.tsx';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { receiveVehicle, type Transfer } from '../../contract/lot/transfers.ts';
import { refreshVehicles } from '../state/useVehicles.ts';

export function ReceiveDialog({ transfer, onClose }: { transfer: Transfer; onClose: () => void }) {
  const client = useQueryClient();
  const { mileage, fromNumber, fromStore, toStore } = transfer;
  const form = useDialogForm({
    mileage: String(mileage),
    stockNumber: '',
    lotLocation: '',
    keyTag: '',
  });
  const { values } = form;
  const miles = countOf(values.mileage);
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call(receiveVehicle, {
        params: { transferId: transfer.id },
        body: {
          mileage: miles ?? 0,
          lotLocation: values.lotLocation.trim(),
          keyTag: values.keyTag.trim(),
          ...(values.stockNumber.trim() && { stockNumber: values.stockNumber.trim() }),
        },
      }),
    onSuccess: ({ toNumber }) => {
      toast({ title: `${fromNumber} received`, description: `Stock number ${toNumber}` });
      onClose();
    },
    onError: form.refuse,
    onSettled: () => refreshVehicles(client),
  });
  const text = (name: keyof typeof values, label: string, props: Partial<TextFieldProps> = {}) => (
    <TextField
      label={label}
      autoComplete="off"
      {...props}
      value={values[name]}
      error={form.errors[name]}
      onChange={(event) => form.set(name, event.target.value)}
    />
  );
  return (
    <FormDialog
      size="sm"
      title={`Receive ${fromNumber}`}
      description={`${transfer.title}, from ${storeNames[fromStore]}. It moves into the stock of ${storeNames[toStore]}.`}
      verb="Receive"
      pending={isPending}
      refusal={form.refusal}
      onClose={onClose}
      onSubmit={() => {
        const problem = miles === undefined && 'Enter a number of miles';
        if (form.check({ mileage: problem })) mutate();
      }}
    >
      {text('mileage', 'Miles now', { required: true, inputMode: 'numeric' })}
      {text('stockNumber', 'Stock number', {
        maxLength: 16,
        inputClassName: 'font-mono uppercase',
        hint: 'Leave empty to use the next number',
      })}
      {text('lotLocation', 'Lot location', { maxLength: 40 })}
      {text('keyTag', 'Key tag', { maxLength: 20 })}
    </FormDialog>
  );
}
