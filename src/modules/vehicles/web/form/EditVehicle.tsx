import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor, queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { RecordSheet } from '../../../../platform/web/forms/RecordSheet.tsx';
import { checkedBy, useRecordForm } from '../../../../platform/web/forms/useRecordForm.ts';
import { changeVehicle, countVehicles, getVehicle, type VehiclePage } from '../../contract.ts';
import { refreshVehicles } from '../state/useVehicles.ts';
import { VehicleFields, VinField } from './VehicleFields.tsx';
import {
  changesOf,
  checkValues,
  emptyValues,
  errorsOf,
  fieldNames,
  type Values,
  valuesOf,
} from './values.ts';

interface Props {
  /** The vehicle on the page; may be refetched while the form is open. */
  car: VehiclePage;
  onClose: () => void;
}

export default function EditVehicle({ car, onClose }: Props) {
  const client = useQueryClient();
  const params = { vehicleId: car.id };
  const { seeMoney, changeStore } = car.may;
  const { data: counts } = useQuery(queryOptionsFor(countVehicles, { query: {} }));
  const form = useRecordForm<Values, VehiclePage>({
    noun: 'vehicle',
    record: car,
    emptyValues,
    valuesOf,
    resolver: checkedBy(checkValues),
    save(values, { values: base, version }) {
      const body = { version, ...changesOf(values, base, seeMoney) };
      return call(changeVehicle, { params, body });
    },
    getLatest: () => call(getVehicle, { params }),
    errorsOf,
    fieldNames,
    onSaved(saved) {
      client.setQueryData(queryKeyFor(getVehicle, { params }), saved);
      void refreshVehicles(client);
      onClose();
    },
  });
  return (
    <RecordSheet
      form={form}
      title={`Edit ${car.stockNumber}`}
      saveLabel="Save changes"
      onClose={onClose}
    >
      <VinField form={form} onChange={(vin) => form.set('vin', vin)} />
      <VehicleFields
        form={form}
        stores={(changeStore && counts?.stores) || [car.store]}
        seesMoney={seeMoney}
      />
    </RecordSheet>
  );
}
