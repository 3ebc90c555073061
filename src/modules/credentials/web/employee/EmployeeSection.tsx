import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { isMissing } from '../../../../platform/web/api/isMissing.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { useLiveQueries } from '../../../../platform/web/realtime/useLiveQueries.ts';
import { RecordSection } from '../../../../platform/web/records/RecordSection.tsx';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { lazyPart } from '../../../../platform/web/ui/lazy/lazyPart.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { StoreMark } from '../../../../platform/web/ui/StoreMark.tsx';
import type { EmployeeCredentials } from '../../contract/credential.ts';
import { getEmployeeCredentials } from '../../contract.ts';
import { StatusBadge } from '../parts/StatusBadge.tsx';
import { events, queries } from '../state/useCredentials.ts';
import { CredentialItem } from './CredentialItem.tsx';
import type { TermDialogProps } from './TermDialog.tsx';

const TermDialog = lazyPart(() => import('./TermDialog.tsx'), { place: 'dialog' });

const keys = [['api', queries]];

/** An employee’s credentials, on the page of another module or one’s own; nothing for those who may not read them. */
export default function EmployeeSection({ userId }: { userId: number }) {
  useLiveQueries(keys, events);
  const { data, error, refetch } = useQuery({
    ...queryOptionsFor(getEmployeeCredentials, { params: { userId } }),
    refetchOnMount: 'always',
  });
  if (isMissing(error)) return null;
  if (data) return <LoadedCredentials data={data} />;
  return (
    <RecordSection label="Credentials">
      {error ? (
        <NotLoaded isInline what="credentials" error={error} onRetry={refetch} />
      ) : (
        <Skeleton className="h-48" />
      )}
    </RecordSection>
  );
}

type Missing = EmployeeCredentials['missing'][number];

export function LoadedCredentials({ data }: { data: EmployeeCredentials }) {
  const { credentials, missing, may, isOwn } = data;
  const [dialog, setDialog] = useState<TermDialogProps['task']>();
  const attention =
    missing.length +
    credentials.filter(({ status }) => status !== 'valid' && status !== 'submitted').length;
  return (
    <RecordSection
      label="Credentials"
      aside={attention > 0 && `${attention} ${attention === 1 ? 'needs' : 'need'} attention`}
    >
      {credentials.length === 0 && missing.length === 0 && (
        <p className="text-sm text-muted">
          {isOwn
            ? 'Your job doesn’t need any. You can submit licenses and certifications here.'
            : 'No credentials yet.'}
        </p>
      )}
      <ul className="flex flex-col divide-y divide-border">
        {missing.map((one) => (
          <MissingItem
            key={`${one.kind.id} ${one.store}`}
            missing={one}
            verb={may.verify ? 'Add' : 'Submit'}
            onAdd={may.add ? () => setDialog({ kindId: one.kind.id, store: one.store }) : undefined}
          />
        ))}
        {credentials.map((credential) => (
          <CredentialItem
            key={credential.id}
            credential={credential}
            data={data}
            onEdit={(task) => setDialog({ credential, task })}
          />
        ))}
      </ul>
      {may.add && (
        <Button className="mt-3" onClick={() => setDialog({ kindId: null, store: null })}>
          <Plus aria-hidden="true" />
          {may.verify ? 'Add credential' : 'Submit credential'}
        </Button>
      )}
      <Suspense>
        {dialog && <TermDialog data={data} task={dialog} onClose={() => setDialog(undefined)} />}
      </Suspense>
    </RecordSection>
  );
}

interface MissingProps {
  missing: Missing;
  verb: string;
  onAdd: (() => void) | undefined;
}

function MissingItem({ missing: { kind, store }, verb, onAdd }: MissingProps) {
  return (
    <li className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-medium text-text">{kind.name}</span>
          <StatusBadge status="missing" />
          {store && <StoreMark store={store} className="text-sm text-muted" />}
        </p>
        <p className="mt-0.5 text-sm text-muted">Needed for this job.</p>
      </div>
      {onAdd && (
        <Button size="sm" aria-label={`${verb} ${kind.name}`} onClick={onAdd}>
          {verb}
        </Button>
      )}
    </li>
  );
}
