import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Footprints } from 'lucide-react';
import { useState } from 'react';
import { v7 as uuid } from 'uuid';
import { Link } from 'wouter';
import type { Store } from '../../../../platform/contract/access.ts';
import { storeNames } from '../../../../platform/contract/names.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor, queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { StoreMark } from '../../../../platform/web/ui/StoreMark.tsx';
import { toastFailure } from '../../../../platform/web/ui/toastFailure.ts';
import { getWalk, listWalks, startWalk, type Walk } from '../../contract/lot/walks.ts';
import { momentOf } from '../state/labels.ts';
import { useWalkEvents } from './useWalks.ts';

/** Lots with their open walks, and earlier walks. */
export default function WalksView() {
  useWalkEvents();
  const { data, error, refetch } = useQuery({
    ...queryOptionsFor(listWalks),
    refetchOnMount: 'always',
  });
  if (!data) {
    if (!error) return <Skeleton className="h-96" />;
    return <NotLoaded what="lot walks" error={error} onRetry={refetch} />;
  }
  return (
    <div className="flex max-w-[48rem] flex-col gap-8">
      <section aria-label="Lots" className="flex flex-col gap-2">
        <h2 className="text-sm font-semibold text-text">Lots</h2>
        <ul className="divide-y divide-border border-y border-border">
          {data.stores.map((store) => (
            <Lot
              key={store}
              store={store}
              walk={data.open.find((one) => one.store === store)}
              mayWalk={data.may.walk}
            />
          ))}
        </ul>
      </section>
      <section aria-label="Earlier walks" className="flex flex-col gap-2">
        <h2 className="text-sm font-semibold text-text">Earlier walks</h2>
        {data.ended.length === 0 ? (
          <EmptyState
            icon={Footprints}
            title="No lot walks yet"
            description="Start a walk, scan or enter each vehicle on the lot, and see which are missing."
          />
        ) : (
          <ul className="divide-y divide-border border-y border-border">
            {data.ended.map((one) => (
              <Ended key={one.id} walk={one} />
            ))}
          </ul>
        )}
      </section>
    </div>
  );
}

interface LotProps {
  store: Store;
  walk: Walk | undefined;
  mayWalk: boolean;
}

function Lot({ store, walk, mayWalk }: LotProps) {
  const client = useQueryClient();
  const { setQuery } = useAddress();
  const [clientId] = useState(() => uuid());
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(startWalk, { body: { clientId, store } }),
    onSuccess: (page) => {
      client.setQueryData(queryKeyFor(getWalk, { params: { walkId: page.id } }), page);
      setQuery({ walk: page.id }, { push: true });
    },
    onError: (error) => toastFailure(error, 'Couldn’t start walk'),
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 text-sm">
      <div className="min-w-0">
        <StoreMark store={store} className="text-base font-medium text-text" />
        <p className="text-muted">
          {walk
            ? `In progress since ${momentOf(walk.startedAt)}, started by ${walk.startedBy}: ${countsOf(walk)}`
            : 'No walk in progress'}
        </p>
      </div>
      {walk ? (
        <Button
          variant={mayWalk ? 'primary' : 'secondary'}
          aria-label={`${mayWalk ? 'Join walk' : 'View'}: ${storeNames[store]}`}
          onClick={() => setQuery({ walk: walk.id }, { push: true })}
        >
          {mayWalk ? 'Join walk' : 'View'}
        </Button>
      ) : (
        mayWalk && (
          <Button
            pending={isPending}
            aria-label={`Start walk: ${storeNames[store]}`}
            onClick={() => mutate()}
          >
            Start walk
          </Button>
        )
      )}
    </li>
  );
}

function Ended({ walk }: { walk: Walk }) {
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 py-2.5 text-sm">
      <Link
        href={`/fleet?view=walks&walk=${walk.id}`}
        className="font-medium text-text hover:underline"
      >
        {`${storeNames[walk.store]}, ${momentOf(walk.startedAt)}`}
      </Link>
      <span className="text-muted tabular-nums">{`${countsOf(walk)}, by ${walk.endedBy}`}</span>
    </li>
  );
}

const countsOf = ({ seen, missing, stray }: Walk) =>
  `${seen} seen, ${missing} not seen${stray > 0 ? `, ${stray} unexpected` : ''}`;
