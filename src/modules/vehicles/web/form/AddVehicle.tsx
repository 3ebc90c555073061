import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { Store } from '../../../../platform/contract/access.ts';
import { storeNames } from '../../../../platform/contract/names.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { RecordSheet } from '../../../../platform/web/forms/RecordSheet.tsx';
import {
  checkedBy,
  type RecordForm,
  useRecordForm,
} from '../../../../platform/web/forms/useRecordForm.ts';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { FindField, useFinding, useFound } from '../../../../platform/web/ui/FindField.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { cleanVin, makeOf, modelYearOf, vinPattern } from '../../../vin/contract.ts';
import { type FirstStatus, firstStatuses, statusNames } from '../../contract/status.ts';
import { titleOf } from '../../contract/vehicle.ts';
import {
  addVehicle,
  countVehicles,
  findVin,
  listVehicles,
  type VehiclePage,
} from '../../contract.ts';
import { refreshVehicles } from '../state/useVehicles.ts';
import { VehicleFields, VinField } from './VehicleFields.tsx';
import {
  acquisitionOf,
  bodyOf,
  checkValues,
  errorsOf,
  fieldNames,
  newValues,
  type Values,
  valuesOf,
} from './values.ts';

type VehicleForm = RecordForm<Values>;

interface Props {
  /** A scanned VIN or stock number, or `''`. */
  scanned: string;
  onClose: () => void;
}

export default function AddVehicle(props: Props) {
  const { data, error, refetch } = useQuery(queryOptionsFor(countVehicles, { query: {} }));
  if (data) return <AddForm {...props} stores={data.stores} seesMoney={data.may.seeMoney} />;
  if (!error) return null;
  return (
    <Dialog open onOpenChange={props.onClose} size="side" title="Add vehicle">
      <NotLoaded isInline what="this form" error={error} onRetry={refetch} />
    </Dialog>
  );
}

interface AddFormProps extends Props {
  stores: readonly Store[];
  seesMoney: boolean;
}

function AddForm({ scanned, onClose, stores, seesMoney }: AddFormProps) {
  const client = useQueryClient();
  const { setQuery } = useAddress();
  const form = useRecordForm<Values, VehiclePage>({
    noun: 'vehicle',
    emptyValues: () => newValues(scanned, stores),
    valuesOf,
    resolver: checkedBy(checkValues),
    save(values, { clientId }) {
      const { stockNumber, ...body } = bodyOf(values, seesMoney);
      const numberOverride = stockNumber ? { stockNumber } : {};
      return call(addVehicle, {
        body: { clientId, ...body, ...numberOverride, ...acquisitionOf(values) } as never,
      });
    },
    errorsOf,
    fieldNames,
    onSaved(car) {
      void refreshVehicles(client);
      toast({ title: 'Vehicle added', description: `Stock number ${car.stockNumber}` });
      setQuery({ add: null, vehicle: car.id }, { push: true });
    },
  });
  const vin = cleanVin(form.values.vin);
  const { data: found } = useQuery({
    ...queryOptionsFor(findVin, { query: { vin } }),
    enabled: vinPattern.test(vin),
    staleTime: 0,
  });

  const changeVin = (typed: string) => {
    form.set('vin', typed);
    const vin = cleanVin(typed);
    if (!vinPattern.test(vin)) return;
    const year = modelYearOf(vin);
    const make = makeOf(vin);
    if (year && !form.values.year) form.set('year', String(year));
    if (make && !form.values.make) form.set('make', make);
  };
  return (
    <RecordSheet form={form} title="Add vehicle" saveLabel="Add to stock" onClose={onClose}>
      <VinField form={form} onChange={changeVin} />
      {found?.known && vinPattern.test(vin) && <DuplicateVin known={found.known} />}
      <VehicleFields form={form} stores={stores} seesMoney={seesMoney} />
      <SourceFields form={form} />
    </RecordSheet>
  );
}

interface DuplicateVinProps {
  known: NonNullable<(typeof findVin)['reply']['_zod']['output']['known']>;
}

function DuplicateVin({ known: { store, inStock, car } }: DuplicateVinProps) {
  if (!inStock) {
    return (
      <Notice tone="info" live title="This vehicle was in stock before">
        {car ? (
          <>
            <Link href={`/fleet?vehicle=${car.id}`} className="font-medium underline">
              {`Stock ${car.stockNumber}`}
            </Link>
            {` at ${storeNames[store]}: ${statusNames[car.status].toLowerCase()}. It gets a new stock number; its history stays.`}
          </>
        ) : (
          `It was at ${storeNames[store]}.`
        )}
      </Notice>
    );
  }
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

const statusOptions = firstStatuses.map((value) => ({ value, label: statusNames[value] }));

/** Initial status, and the vehicle it was traded for. */
function SourceFields({ form }: { form: VehicleForm }) {
  const { values } = form;
  const defaultStatus: FirstStatus = values.condition === 'new' ? 'received' : 'acquired';
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="pb-3 text-sm font-semibold text-text">Acquisition</legend>
      <SelectField
        {...form.field('status')}
        label="Initial status"
        options={statusOptions}
        value={values.status || defaultStatus}
      />
      {values.acquiredFrom === 'trade' && <TradedFor form={form} />}
    </fieldset>
  );
}

function TradedFor({ form }: { form: VehicleForm }) {
  const finding = useFinding();
  const found = useFound(
    finding.search,
    {
      // Includes vehicles no longer in stock: trade-ins are often for a delivered vehicle.
      ...queryOptionsFor(listVehicles, {
        query: { q: finding.search, scope: 'all', sort: 'newest', limit: 6 },
      }),
      staleTime: 0,
    },
    ({ vehicles }) => vehicles,
  );
  const { tradedFor } = form.values;
  if (tradedFor) {
    const { stockNumber, title } = tradedFor;
    return (
      <div className="flex items-end justify-between gap-3">
        <p className="min-w-0 text-base text-text">
          <span className="block text-sm font-medium">Traded for</span>
          <span className="font-mono">{stockNumber}</span> {title}
        </p>
        <Button
          size="sm"
          aria-label={`Remove ${stockNumber}`}
          onClick={() => form.set('tradedFor', null)}
        >
          Remove
        </Button>
      </div>
    );
  }
  return (
    <FindField
      label="Traded for"
      listLabel="Vehicles"
      placeholder="Stock number, VIN or model"
      hint="Leave the stock number empty to use this vehicle’s number plus a letter"
      noneHint={() => 'No vehicles match.'}
      error={form.errorOf('tradedFor')}
      onChoose={(car) =>
        form.set('tradedFor', { id: car.id, stockNumber: car.stockNumber, title: titleOf(car) })
      }
      finding={finding}
      found={found}
    >
      {(car) => (
        <>
          <span className="min-w-0 flex-1 truncate">{titleOf(car)}</span>
          <span className="shrink-0 font-mono text-sm text-muted">{car.stockNumber}</span>
        </>
      )}
    </FindField>
  );
}
