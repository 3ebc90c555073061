import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { v7 as uuid } from 'uuid';
import { Link } from 'wouter';
import { storeNames } from '../../../../platform/contract/names.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { cleanVin, makeOf, modelYearOf, vinPattern } from '../../../vin/contract.ts';
import { statusNames } from '../../contract/status.ts';
import { addVehicle, countVehicles, findVin } from '../../contract.ts';
import { refreshVehicles } from '../useVehicleFrames.ts';
import { SourceFields } from './SourceFields.tsx';
import { useVehicleForm, type VehicleForm } from './useVehicleForm.ts';
import { VehicleFields } from './VehicleFields.tsx';
import { VehicleSheet } from './VehicleSheet.tsx';
import { VinField } from './VinField.tsx';
import { acquisitionOf, bodyOf, emptyValues } from './values.ts';

interface Props {
  /** A scanned VIN or stock number, or `''`. */
  scanned: string;
  onClose: () => void;
}

export default function AddVehicle({ scanned, onClose }: Props) {
  const client = useQueryClient();
  const [clientId] = useState(() => uuid());
  const { setQuery } = useAddress();
  const { data: counts } = useQuery(queryOptionsFor(countVehicles, { query: {} }));
  const form = useVehicleForm(() => initialValues(scanned));
  const stores = counts?.stores ?? [];
  useOnlyStore(form, stores);
  const vin = cleanVin(form.values.vin);
  const { data: found } = useQuery({
    ...queryOptionsFor(findVin, { query: { vin } }),
    enabled: vinPattern.test(vin),
    staleTime: 0,
  });
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      const { stockNumber, ...body } = bodyOf(form.values, counts?.may.seeMoney ?? false);
      const numberOverride = stockNumber ? { stockNumber } : {};
      return call(addVehicle, {
        body: { clientId, ...body, ...numberOverride, ...acquisitionOf(form.values) } as never,
      });
    },
    onSuccess: (car) => {
      void refreshVehicles(client);
      toast({ title: 'Vehicle added', description: `Stock number ${car.stockNumber}` });
      setQuery({ add: null, vehicle: car.id }, { push: true });
    },
    onError: form.refuse,
  });

  const changeVin = (typed: string) => {
    form.set('vin', typed);
    const vin = cleanVin(typed);
    if (!vinPattern.test(vin)) return;
    const [year, make] = [modelYearOf(vin), makeOf(vin)];
    if (year && !form.values.year) form.set('year', String(year));
    if (make && !form.values.make) form.set('make', make);
  };
  return (
    <VehicleSheet
      title="Add vehicle"
      verb="Add to stock"
      form={form}
      pending={isPending}
      onSubmit={mutate}
      onClose={onClose}
    >
      <VinField form={form} onChange={changeVin} />
      {found?.known && vinPattern.test(vin) && <DuplicateVin known={found.known} />}
      <VehicleFields form={form} stores={stores} seesMoney={counts?.may.seeMoney ?? false} />
      <SourceFields form={form} />
    </VehicleSheet>
  );
}

function initialValues(scanned: string) {
  const vin = cleanVin(scanned);
  if (vinPattern.test(vin)) {
    const [year, make] = [modelYearOf(vin), makeOf(vin)];
    return { ...emptyValues(), vin, year: year ? String(year) : '', make: make ?? '' };
  }
  return { ...emptyValues(), stockNumber: scanned.slice(0, 16) };
}

/** Preselects the store of users with only one. */
function useOnlyStore({ values, set }: VehicleForm, stores: readonly (keyof typeof storeNames)[]) {
  const only = stores.length === 1 ? stores[0] : undefined;
  useEffect(() => {
    if (only && !values.store) set('store', only);
  }, [only, values.store, set]);
}

interface DuplicateVinProps {
  known: NonNullable<(typeof findVin)['reply']['_zod']['output']['known']>;
}

function DuplicateVin({ known: { store, car } }: DuplicateVinProps) {
  return (
    <Notice tone="danger" live title="This vehicle is already in the group">
      {car ? (
        <>
          <Link href={`/fleet?vehicle=${car.id}`} className="font-medium underline">
            {`Stock ${car.stockNumber}`}
          </Link>
          {` at ${storeNames[store]}: ${statusNames[car.status].toLowerCase()}.`}
        </>
      ) : (
        `It’s at ${storeNames[store]}. Contact the store.`
      )}
    </Notice>
  );
}
