import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { longMonth } from '../../../platform/contract/calendar.ts';
import { queryOptionsFor } from '../../../platform/web/api/queryClient.ts';
import { Badge } from '../../../platform/web/ui/Badge.tsx';
import { Button } from '../../../platform/web/ui/Button.tsx';
import { CountBadge } from '../../../platform/web/ui/CountBadge.tsx';
import { lazyPart } from '../../../platform/web/ui/lazy/lazyPart.tsx';
import { NotLoaded } from '../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../platform/web/ui/Skeleton.tsx';
import { getRetention, type Retention } from '../contract.ts';
import { count } from './labels.ts';
import { ClassList } from './periods/ClassList.tsx';

const parts = {
  holds: lazyPart(() => import('./holds/HoldsDialog.tsx'), { place: 'dialog' }),
  destruction: lazyPart(() => import('./destruction/DestructionDialog.tsx'), { place: 'dialog' }),
  register: lazyPart(() => import('./destruction/RegisterDialog.tsx'), { place: 'dialog' }),
};
type Part = keyof typeof parts;

/** Retention periods, due documents, legal holds and destruction. */
export function FileRetention() {
  const { data, error, refetch } = useQuery({ ...queryOptionsFor(getRetention), staleTime: 0 });
  if (error && !data)
    return <NotLoaded isInline what="retention settings" error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-80" />;
  return (
    <div className="flex flex-col gap-4">
      <ClassList classes={data.classes} />
      <DueMonths due={data.due} />
      <Parts retention={data} />
    </div>
  );
}

function Parts({ retention: { holds, openBatches } }: { retention: Retention }) {
  const [part, setPart] = useState<{ name: Part; open: boolean } | null>(null);
  const Shown = part && parts[part.name];
  const show = (name: Part) => () => setPart({ name, open: true });
  return (
    <div className="flex flex-wrap gap-2 border-t border-border pt-4">
      <Button onClick={show('holds')}>
        Legal holds
        <CountBadge tone="quiet" count={holds} label="in force" />
      </Button>
      <Button onClick={show('destruction')}>
        Destruction
        <CountBadge count={openBatches} label="open" />
      </Button>
      <Button onClick={show('register')}>Destruction register</Button>
      <Suspense>
        {part && Shown && (
          <Shown open={part.open} onClose={() => setPart({ ...part, open: false })} />
        )}
      </Suspense>
    </div>
  );
}

/** Documents due within a year, by month. */
function DueMonths({ due }: { due: Retention['due'] }) {
  return (
    <section className="flex flex-col gap-1.5 text-sm">
      <h3 className="font-medium text-text">Falls due</h3>
      {due.length === 0 ? (
        <p className="text-muted text-pretty">
          Nothing within twelve months. Deal documents, repair orders and personnel files appear
          here by the month their period ends in.
        </p>
      ) : (
        <ul className="flex flex-col gap-1">
          {due.map(({ month, items, held }) => (
            <li key={month ?? 'overdue'} className="flex flex-wrap items-center gap-x-3">
              <span className="flex-1 text-text">
                {month ? longMonth(month) : 'Before this month'}
              </span>
              {held > 0 && <Badge tone="warning">{held.toLocaleString('en-US')} on hold</Badge>}
              <span className="text-muted tabular-nums">{count(items, 'document')}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
