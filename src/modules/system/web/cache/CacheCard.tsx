import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { DatabaseZap, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor, queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { fileSize } from '../../../../platform/web/format/fileSize.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { toast } from '../../../../platform/web/ui/toast.ts';
import {
  type CacheStatistics,
  type clearable,
  clearCache,
  getCacheMetrics,
  getCacheStatistics,
  resetCacheMetrics,
} from '../../contract/cache.ts';
import { Card } from '../parts/Card.tsx';
import { type Fact, Facts } from '../parts/Facts.tsx';

const statisticsMs = 30_000;
const metricsMs = 10_000;

type Kind = (typeof clearable)[number];
const cacheTypes = [
  { value: 'apiResponses', name: 'API responses' },
  { value: 'userSessions', name: 'user sessions' },
  { value: 'userStatuses', name: 'user statuses' },
  { value: 'notifications', name: 'notifications' },
] as const satisfies { value: Kind; name: string }[];
const kinds: { value: Kind; label: string }[] = [
  { value: 'all', label: 'Everything' },
  ...cacheTypes.map(({ value, name }) => ({
    value,
    label: `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
  })),
];

/** Cache statistics, with the actions to clear and reset them. */
export function CacheCard() {
  const statistics = useQuery({
    ...queryOptionsFor(getCacheStatistics),
    staleTime: 0,
    refetchInterval: statisticsMs,
  });
  const metrics = useQuery({
    ...queryOptionsFor(getCacheMetrics),
    staleTime: 0,
    refetchInterval: metricsMs,
  });
  const loading = statistics.isFetching || metrics.isFetching;
  const refresh = () => {
    void statistics.refetch();
    void metrics.refetch();
  };
  return (
    <Card
      icon={DatabaseZap}
      title="Cache Management"
      action={
        <Button size="sm" disabled={loading} onClick={refresh}>
          <RefreshCw aria-hidden />
          Refresh
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        {statistics.error && !statistics.data ? (
          <NotLoaded
            isInline
            what="cache statistics"
            error={statistics.error}
            onRetry={statistics.refetch}
          />
        ) : (
          <Facts facts={factsOf(statistics.data, metrics.data?.savedMs)} />
        )}
        <Actions />
      </div>
    </Card>
  );
}

function Actions() {
  const client = useQueryClient();
  const [type, setType] = useState<Kind>('all');
  const settle = (title: string) => ({
    onSuccess: ({ message }: { message: string }) => {
      toast({ title, description: message });
      void client.invalidateQueries({ queryKey: queryKeyFor(getCacheStatistics) });
      void client.invalidateQueries({ queryKey: queryKeyFor(getCacheMetrics) });
    },
  });
  const failed = (description: string) => () =>
    toast({ variant: 'destructive', title: 'Error', description });
  const clear = useMutation({
    mutationFn: () => call(clearCache, { body: { type } }),
    ...settle('Cache Cleared'),
    onError: failed('Failed to clear cache'),
  });
  const reset = useMutation({
    mutationFn: () => call(resetCacheMetrics),
    ...settle('Metrics Reset'),
    onError: failed('Failed to reset metrics'),
  });
  return (
    <div className="flex flex-wrap items-end gap-2 border-t border-border pt-4">
      <SelectField
        label="What to clear"
        className="w-44"
        options={kinds}
        value={type}
        onChange={({ target }) => setType(target.value as Kind)}
      />
      <Button pending={clear.isPending} onClick={() => clear.mutate()}>
        Clear cache
      </Button>
      <Button variant="ghost" pending={reset.isPending} onClick={() => reset.mutate()}>
        Reset metrics
      </Button>
    </div>
  );
}

function factsOf(known: CacheStatistics | undefined, savedMs: number | undefined): Fact[] {
  const fact = (name: string, value: (from: CacheStatistics) => string): Fact => ({
    name,
    value: known && value(known),
  });
  return [
    fact('Engine', ({ engine }) => (engine === 'redis' ? 'Redis' : 'This process')),
    fact('Hit rate', ({ hitRate }) =>
      hitRate === null ? 'No lookups yet' : `${(hitRate * 100).toFixed(1)}%`,
    ),
    fact('Memory', ({ memoryBytes, maxMemoryBytes }) =>
      [memoryBytes, maxMemoryBytes]
        .flatMap((bytes) => (bytes === null ? [] : fileSize(bytes)))
        .join(' of '),
    ),
    fact('Keys', ({ keys }) => count(keys.total)),
    ...cacheTypes.map(({ value, name }) =>
      fact(`Keys of ${name}`, ({ keys }) => count(keys[value])),
    ),
    fact('Hits', ({ hits }) => count(hits)),
    fact('Misses', ({ misses }) => count(misses)),
    fact('Invalidations', ({ invalidations }) => count(invalidations)),
    { name: 'Time saved', value: savedMs === undefined ? undefined : durationOf(savedMs) },
    fact(
      'Active users',
      ({ activeUsers, totalUsers }) => `${count(activeUsers)} of ${count(totalUsers)}`,
    ),
  ];
}

const count = (value: number) => value.toLocaleString('en-US');
const durationOf = (ms: number) =>
  ms < 1000
    ? `${Math.round(ms)} ms`
    : `${(ms / 1000).toLocaleString('en-US', { maximumFractionDigits: 1 })} s`;
