import { useMutation, useQuery } from '@tanstack/react-query';
import { EyeOff, Lock } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../../../platform/web/api/call.ts';
import { queryOptionsFor } from '../../../../../platform/web/api/queryClient.ts';
import { RecordSection } from '../../../../../platform/web/records/RecordSection.tsx';
import { exactTime } from '../../../../../platform/web/time/moments.ts';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { EmptyState } from '../../../../../platform/web/ui/EmptyState.tsx';
import { NotLoaded } from '../../../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../../../platform/web/ui/Skeleton.tsx';
import { getPrivatePart, listPrivateViews, type PrivatePart } from '../../../contract/private.ts';
import type { EmployeeFile } from '../../state/useEmployees.ts';
import { IdentitySection } from './IdentitySection.tsx';
import { NotesSection } from './NotesSection.tsx';
import { PaySection } from './PaySection.tsx';

interface Props {
  file: EmployeeFile;
  isOwn: boolean;
}

/**
 * Pay, identity, and medical and discipline notes. Fetched only when asked for, because every view is logged, and
 * kept only here: nothing of it is in a cache that outlives the section.
 */
export function PrivateSection({ file, isOwn }: Props) {
  const [part, setPart] = useState<PrivatePart>();
  const open = useMutation({
    mutationFn: async () => {
      setPart(await call(getPrivatePart, { params: { employeeId: file.id } }));
    },
    gcTime: 0,
  });
  if (open.error && !part)
    return (
      <NotLoaded
        what="the private part"
        error={open.error}
        icon={Lock}
        isRetrying={open.isPending}
        onRetry={() => open.mutate()}
      />
    );
  if (!part)
    return (
      <EmptyState
        icon={Lock}
        title="Private part"
        description={
          isOwn
            ? 'Your pay, identity and notes. Every view is recorded in the activity log, including yours.'
            : `Pay, identity, medical and discipline notes of ${file.name}. Every view is recorded in the activity log.`
        }
        action={
          <Button variant="primary" pending={open.isPending} onClick={() => open.mutate()}>
            Show private part
          </Button>
        }
      />
    );
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="flex items-center gap-2 text-sm text-muted">
          <Lock aria-hidden="true" className="size-3.5" />
          This view was recorded in the activity log.
        </p>
        <Button size="sm" onClick={() => setPart(undefined)}>
          <EyeOff aria-hidden="true" />
          Hide
        </Button>
      </div>
      <div className="grid gap-x-10 gap-y-8 @4xl:grid-cols-[minmax(0,1fr)_minmax(0,20rem)]">
        <div className="flex min-w-0 flex-col gap-8">
          <PaySection file={file} part={part} onChange={setPart} />
          <NotesSection file={file} part={part} onChange={setPart} />
        </div>
        <div className="flex min-w-0 flex-col gap-8">
          <IdentitySection file={file} part={part} onChange={setPart} />
          <Views employeeId={file.id} />
        </div>
      </div>
    </div>
  );
}

const did = { viewed: 'Viewed', changed: 'Changed', acknowledged: 'Acknowledged' };

/** Every view and change is one more line: fetched again with each. */
function Views({ employeeId }: { employeeId: number }) {
  const { data, error, refetch } = useQuery({
    ...queryOptionsFor(listPrivateViews, { params: { employeeId } }),
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <RecordSection label="Views and changes">
      {data ? (
        <ul className="flex flex-col gap-1.5 text-sm">
          {data.map(({ id, at, by, did: what }) => (
            <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-3">
              <span className="text-text">
                {by} <span className="text-muted">{did[what]}</span>
              </span>
              <time dateTime={at} className="text-xs text-muted tabular-nums">
                {exactTime(at)}
              </time>
            </li>
          ))}
        </ul>
      ) : error ? (
        <NotLoaded what="the views" error={error} isInline onRetry={refetch} />
      ) : (
        <Skeleton className="h-24" />
      )}
    </RecordSection>
  );
}
