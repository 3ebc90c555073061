import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';

/** As high as the content to come. */
export function Waiting() {
  return (
    <div className="flex flex-col gap-4">
      <Skeleton className="h-11 w-2/3" />
      <Skeleton className="h-16" />
      <WaitingPane />
    </div>
  );
}

const rows = ['w-2/5', 'w-1/2', 'w-1/3', 'w-2/5', 'w-1/2', 'w-1/3', 'w-2/5'];

/** Skeletons of two tabs and the first panel. */
export function WaitingPane() {
  return (
    <div className="flex flex-col gap-4">
      <div className="flex h-row items-center gap-5 border-b border-border">
        <Skeleton className="h-4 w-36" />
        <Skeleton className="h-4 w-28" />
      </div>
      <div className="h-[clamp(14rem,34dvh,24rem)] divide-y divide-border overflow-hidden rounded-md border border-border">
        {rows.map((width, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows that hold a place
          <div key={at} className="flex flex-col gap-2 px-3 py-2.5">
            <Skeleton className={`h-3 ${width}`} />
            <Skeleton className="h-2.5 w-1/4" />
          </div>
        ))}
      </div>
    </div>
  );
}
