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
import { refreshCars } from '../useVehicleFrames.ts';
import { HowItComes } from './HowItComes.tsx';
import { useVehicleForm, type VehicleForm } from './useVehicleForm.ts';
import { VehicleFields } from './VehicleFields.tsx';
import { VehicleSheet } from './VehicleSheet.tsx';
import { VinField } from './VinField.tsx';
import { bodyOf, comingOf, emptyValues } from './values.ts';

interface Props {
  /** What was scanned: a VIN, or the number of a stock label. */
  given: string;
  onClose: () => void;
}

/** Takes a car into stock, beginning with its VIN. */
export default function AddVehicle({ given, onClose }: Props) {
  const client = useQueryClient();
  const [clientId] = useState(() => uuid());
  const { setQuery } = useAddress();
  const { data: counts } = useQuery(queryOptionsFor(countVehicles, { query: {} }));
  const form = useVehicleForm(() => startWith(given));
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
      const own = stockNumber ? { stockNumber } : {};
      return call(addVehicle, {
        body: { clientId, ...body, ...own, ...comingOf(form.values) } as never,
      });
    },
    onSuccess: (car) => {
      void refreshCars(client);
      toast({ title: 'Car added', description: `Stock number ${car.stockNumber}` });
      setQuery({ add: null, vehicle: car.id }, { push: true });
    },
    onError: form.refuse,
  });

  const typeVin = (typed: string) => {
    form.set('vin', typed);
    const read = cleanVin(typed);
    if (!vinPattern.test(read)) return;
    const [year, make] = [modelYearOf(read), makeOf(read)];
    if (year && !form.values.year) form.set('year', String(year));
    if (make && !form.values.make) form.set('make', make);
  };
  return (
    <VehicleSheet
      title="Add a car"
      verb="Add to stock"
      form={form}
      pending={isPending}
      onSubmit={mutate}
      onClose={onClose}
    >
      <VinField form={form} onChange={typeVin} />
      {found?.known && vinPattern.test(vin) && <Known known={found.known} />}
      <VehicleFields form={form} stores={stores} seesMoney={counts?.may.seeMoney ?? false} />
      <HowItComes form={form} />
    </VehicleSheet>
  );
}

function startWith(given: string) {
  const vin = cleanVin(given);
  if (vinPattern.test(vin)) {
    const [year, make] = [modelYearOf(vin), makeOf(vin)];
    return { ...emptyValues(), vin, year: year ? String(year) : '', make: make ?? '' };
  }
  return { ...emptyValues(), stockNumber: given.slice(0, 16) };
}

/** Whoever works in one store adds cars to it. */
function useOnlyStore({ values, set }: VehicleForm, stores: readonly (keyof typeof storeNames)[]) {
  const only = stores.length === 1 ? stores[0] : undefined;
  useEffect(() => {
    if (only && !values.store) set('store', only);
  }, [only, values.store, set]);
}

interface KnownProps {
  known: NonNullable<(typeof findVin)['reply']['_zod']['output']['known']>;
}

function Known({ known: { store, car } }: KnownProps) {
  return (
    <Notice tone="danger" live title="This car is in the group already">
      {car ? (
        <>
          <Link href={`/fleet?vehicle=${car.id}`} className="font-medium underline">
            {`Stock ${car.stockNumber}`}
          </Link>
          {` at ${storeNames[store]}: ${statusNames[car.status].toLowerCase()}.`}
        </>
      ) : (
        `${storeNames[store]} has it. Ask them about it.`
      )}
    </Notice>
  );
}
