import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { storeNames } from '../../../platform/contract/names.ts';
import { queryKeyFor, queryOptionsFor } from '../../../platform/web/api/queryClient.ts';
import { useLiveQueries } from '../../../platform/web/realtime/useLiveQueries.ts';
import { useAddress } from '../../../platform/web/router/address.ts';
import { Button } from '../../../platform/web/ui/Button.tsx';
import { EmptyState } from '../../../platform/web/ui/EmptyState.tsx';
import { NotLoaded } from '../../../platform/web/ui/NotLoaded.tsx';
import { SelectField } from '../../../platform/web/ui/SelectField.tsx';
import { Skeleton } from '../../../platform/web/ui/Skeleton.tsx';
import { Section, useCustomerChoices } from '../../customers/web/public.ts';
import { vehicleChanged } from '../../vehicles/contract.ts';
import { listVisits, visitChanged } from '../contract.ts';
import { VisitDialog } from './VisitDialog.tsx';
import { VisitLine } from './VisitLine.tsx';

const refetchMs = 30_000;

/** Showroom visits of today: who is here, who helps them, and what came of it. */
export default function ShowroomLog() {
  const choices = useCustomerChoices();
  const { query, setQuery } = useAddress();
  const adding = query.get('new') === 'arrival' && choices.may.create;
  const store = choices.stores.find((one) => one === query.get('store'));
  // A test drive can also be checked in from the fleet.
  useLiveQueries([queryKeyFor(listVisits)], [visitChanged, vehicleChanged]);
  const { data, error, refetch } = useQuery({
    ...queryOptionsFor(listVisits, { query: { store } }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    // The day ends without any event.
    refetchInterval: refetchMs,
  });
  const hereCount = data?.filter(({ result }) => result === null).length ?? 0;
  return (
    <Section
      title={hereCount > 0 ? `Showroom, ${hereCount} here now` : 'Showroom'}
      action={
        <span className="flex items-center gap-2">
          {choices.stores.length > 1 && (
            <SelectField
              label="Showroom store"
              labelHidden
              className="w-36"
              options={[
                { value: '', label: 'All stores' },
                ...choices.stores.map((one) => ({ value: one, label: storeNames[one] })),
              ]}
              value={store ?? ''}
              onChange={(event) => setQuery({ store: event.target.value })}
            />
          )}
          {choices.may.create && (
            <Button
              size="sm"
              variant="primary"
              onClick={() => setQuery({ new: 'arrival' }, { push: true })}
            >
              <UserPlus aria-hidden="true" />
              Log visit
            </Button>
          )}
        </span>
      }
    >
      {!data &&
        (error ? (
          <NotLoaded what="visits" error={error} onRetry={refetch} />
        ) : (
          <Skeleton className="h-64" />
        ))}
      {data?.length === 0 && (
        <EmptyState
          title="No visits yet today"
          description="Log a visit so everyone sees who is helping them."
        />
      )}
      <ul aria-label="Showroom" className="divide-y divide-border">
        {data?.map((visit) => (
          <VisitLine key={visit.id} visit={visit} withStore={choices.stores.length > 1} />
        ))}
      </ul>
      {adding && <VisitDialog choices={choices} onClose={() => setQuery({ new: null })} />}
    </Section>
  );
}
