import { useQuery } from '@tanstack/react-query';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { listWaiting } from '../../contract/corrections.ts';
import { CorrectionItem } from '../correcting/CorrectionItem.tsx';

const refreshIntervalMs = 30_000;

/** The requests pending the user's decision, of any week. */
export function WaitingRequests({ timezone }: { timezone: string }) {
  const { data = [] } = useQuery({
    ...queryOptionsFor(listWaiting),
    staleTime: 0,
    refetchInterval: refreshIntervalMs,
  });
  if (data.length === 0) return null;
  return (
    <section aria-label="Requests" className="rounded-md bg-sunken px-4 py-2">
      <h2 className="pt-1 text-sm font-semibold text-text">
        {data.length === 1
          ? '1 request needs your decision'
          : `${data.length} requests need your decision`}
      </h2>
      <ul className="divide-y divide-border">
        {data.map((correction) => (
          <CorrectionItem key={correction.id} correction={correction} timezone={timezone} />
        ))}
      </ul>
    </section>
  );
}
