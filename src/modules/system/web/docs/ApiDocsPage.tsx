import { useQuery } from '@tanstack/react-query';
import { Search, TriangleAlert } from 'lucide-react';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { setPageTitle } from '../../../../platform/web/ui/frame/documentTitle.ts';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { OperationEntry } from './OperationEntry.tsx';
import { type ApiDocument, findOperations, type Operation, operationsOf } from './operations.ts';

const address = '/api/openapi.json';

/** API reference for developers. */
export default function ApiDocsPage() {
  const [typed, setTyped] = useState('');
  const { data, isPending, error, refetch } = useQuery({
    queryKey: [address],
    queryFn: fetchDocument,
    staleTime: Number.POSITIVE_INFINITY,
  });
  useEffect(() => setPageTitle('API'), []);
  const all = useMemo(() => (data ? operationsOf(data) : []), [data]);
  const wanted = useDeferredValue(typed);
  const found = useMemo(() => findOperations(all, wanted), [all, wanted]);
  return (
    <main className="mx-auto min-h-dvh max-w-[80rem] bg-surface px-4 pb-16 md:px-6">
      <header className="sticky top-0 flex flex-wrap items-end gap-x-8 gap-y-3 border-b border-border bg-surface pt-6 pb-4">
        <div className="min-w-0 flex-1 basis-80">
          <h1 className="text-xl font-semibold text-text">Forecourt API</h1>
          <p className="text-base text-muted">
            {data ? `Version ${data.info.version}. ` : ''}The same as{' '}
            <a href={address} className="text-accent underline">
              an OpenAPI document
            </a>
            .
          </p>
        </div>
        <TextField
          label="Search operations"
          labelHidden
          type="search"
          icon={Search}
          placeholder="Search by path, purpose or permission"
          autoComplete="off"
          className="min-w-0 flex-1 basis-72"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <p role="status" className="w-full text-sm text-muted tabular-nums">
          {data ? `${found.length} of ${all.length} operations` : 'Loading…'}
        </p>
      </header>
      {isPending && <Pending />}
      {error && (
        <NotLoaded what="operations" icon={TriangleAlert} error={error} onRetry={refetch} />
      )}
      {data && found.length === 0 && (
        <EmptyState icon={Search} title={`No operations match “${wanted.trim()}”.`} />
      )}
      {[...Map.groupBy(found, ({ subject }) => subject)].map(([subject, operations]) => (
        <Subject key={subject} subject={subject} operations={operations} />
      ))}
    </main>
  );
}

interface SubjectProps {
  subject: string;
  operations: readonly Operation[];
}

function Subject({ subject, operations }: SubjectProps) {
  return (
    <section aria-label={subject} className="pt-8">
      <h2 className="pb-2 text-lg font-semibold text-text">{subject}</h2>
      {operations.map((operation) => (
        <OperationEntry key={operation.id} operation={operation} />
      ))}
    </section>
  );
}

function Pending() {
  return ['w-2/3', 'w-1/2', 'w-3/5', 'w-2/5'].map((width) => (
    <Skeleton key={width} className={`mt-6 h-4 ${width}`} />
  ));
}

async function fetchDocument({ signal }: { signal: AbortSignal }): Promise<ApiDocument> {
  const response = await fetch(address, { signal });
  if (!response.ok) throw new Error(`Failed to load the OpenAPI document: ${response.status}`);
  return response.json();
}
