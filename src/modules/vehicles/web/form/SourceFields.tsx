import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { FindField, useFinding } from '../../../../platform/web/ui/FindField.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { type FirstStatus, firstStatuses, statusNames } from '../../contract/status.ts';
import { titleOf } from '../../contract/vehicle.ts';
import { listVehicles } from '../../contract.ts';
import type { VehicleForm } from './useVehicleForm.ts';

const statusOptions = firstStatuses.map((value) => ({ value, label: statusNames[value] }));

/** Initial status, and the vehicle it was traded for. */
export function SourceFields({ form }: { form: VehicleForm }) {
  const { values, errors, set } = form;
  const defaultStatus: FirstStatus = values.condition === 'new' ? 'received' : 'acquired';
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="pb-3 text-sm font-semibold text-text">Acquisition</legend>
      <SelectField
        label="Initial status"
        options={statusOptions}
        value={values.status || defaultStatus}
        error={errors.status}
        onChange={(event) =>
          set('status', firstStatuses.find((one) => one === event.target.value) ?? '')
        }
      />
      {values.acquiredFrom === 'trade' && <TradedFor form={form} />}
    </fieldset>
  );
}

function TradedFor({ form: { values, errors, set } }: { form: VehicleForm }) {
  const finding = useFinding();
  const found = useVehicleSearch(finding.search);
  if (values.tradedFor) {
    const { stockNumber, title } = values.tradedFor;
    return (
      <div className="flex items-end justify-between gap-3">
        <p className="min-w-0 text-base text-text">
          <span className="block text-sm font-medium">Traded for</span>
          <span className="font-mono">{stockNumber}</span> {title}
        </p>
        <Button
          size="sm"
          aria-label={`Remove ${stockNumber}`}
          onClick={() => set('tradedFor', null)}
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
      error={errors.tradedFor}
      onChoose={(car) =>
        set('tradedFor', { id: car.id, stockNumber: car.stockNumber, title: titleOf(car) })
      }
      {...{ finding, found }}
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

/** Includes vehicles no longer in stock: trade-ins are often for a delivered vehicle. */
function useVehicleSearch(q: string) {
  const { data, isPlaceholderData } = useQuery({
    ...queryOptionsFor(listVehicles, { query: { q, scope: 'all', sort: 'newest', limit: 6 } }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  if (!data || (isPlaceholderData && data.vehicles.length === 0)) return null;
  return data.vehicles;
}
