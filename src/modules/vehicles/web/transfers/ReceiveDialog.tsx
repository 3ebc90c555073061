import { useMutation, useQueryClient } from '@tanstack/react-query';
import { storeNames } from '../../../../platform/contract/names.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { countOf } from '../../../../platform/web/format/amounts.ts';
import { TextField, type TextFieldProps } from '../../../../platform/web/ui/TextField.tsx';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { receiveCar, type Transfer } from '../../contract/lot/transfers.ts';
import { useForm } from '../out/useForm.ts';
import { refreshCars } from '../useVehicleFrames.ts';
import { SmallForm } from './SmallForm.tsx';

/** The car has arrived: its miles, its new number, and where it stands. */
export function ReceiveDialog({ transfer, onClose }: { transfer: Transfer; onClose: () => void }) {
  const client = useQueryClient();
  const { mileage, fromNumber, fromStore, toStore } = transfer;
  const form = useForm({
    mileage: String(mileage),
    stockNumber: '',
    lotLocation: '',
    keyTag: '',
  });
  const { values } = form;
  const miles = countOf(values.mileage);
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call(receiveCar, {
        params: { transferId: transfer.id },
        body: {
          mileage: miles ?? 0,
          lotLocation: values.lotLocation.trim(),
          keyTag: values.keyTag.trim(),
          ...(values.stockNumber.trim() && { stockNumber: values.stockNumber.trim() }),
        },
      }),
    onSuccess: ({ toNumber }) => {
      toast({ title: `${fromNumber} is yours`, description: `Stock number ${toNumber}` });
      onClose();
    },
    onError: form.refuse,
    onSettled: () => refreshCars(client),
  });
  const text = (name: keyof typeof values, label: string, more: Partial<TextFieldProps> = {}) => (
    <TextField
      label={label}
      autoComplete="off"
      {...more}
      value={values[name]}
      error={form.errors[name]}
      onChange={(event) => form.set(name, event.target.value)}
    />
  );
  return (
    <SmallForm
      title={`Take over ${fromNumber}`}
      description={`${transfer.title}, from ${storeNames[fromStore]}. From now on it is in the stock of ${storeNames[toStore]}.`}
      verb="Take over"
      pending={isPending}
      refusal={form.refusal}
      onClose={onClose}
      onSubmit={() => {
        const wrong = miles === undefined && 'Type the miles as a number';
        if (form.check({ mileage: wrong })) mutate();
      }}
    >
      {text('mileage', 'Miles now', { required: true, inputMode: 'numeric' })}
      {text('stockNumber', 'Stock number', {
        maxLength: 16,
        inputClassName: 'font-mono uppercase',
        hint: 'Left empty, the next one is given',
      })}
      {text('lotLocation', 'Lot location', { maxLength: 40 })}
      {text('keyTag', 'Key tag', { maxLength: 20 })}
    </SmallForm>
  );
}
