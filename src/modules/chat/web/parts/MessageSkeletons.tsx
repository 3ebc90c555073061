import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';

const shapes = [
  { name: 'w-24', lines: ['w-3/4'] },
  { name: 'w-32', lines: ['w-11/12', 'w-2/5'] },
  { name: 'w-20', lines: ['w-1/2'] },
  { name: 'w-28', lines: ['w-5/6', 'w-2/3'] },
  { name: 'w-36', lines: ['w-3/5'] },
];

/** Placeholders while messages load. */
export function MessageSkeletons() {
  return (
    <div
      role="status"
      aria-label="Loading messages"
      className="flex min-h-0 flex-1 flex-col justify-end gap-5 overflow-hidden px-4 pb-4"
    >
      {shapes.map(({ name, lines }) => (
        <div key={name} className="flex gap-3">
          <Skeleton className="size-8 shrink-0 rounded-full!" />
          <div className="flex flex-1 flex-col gap-2 pt-0.5">
            <Skeleton className={`h-3 ${name}`} />
            {lines.map((width) => (
              <Skeleton key={width} className={`h-3 ${width}`} />
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}
