import { useQuery } from '@tanstack/react-query';
import { ListChecks, Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { departmentNames, storeNames } from '../../../../platform/contract/names.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { lazyPart } from '../../../../platform/web/ui/lazy/lazyPart.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { listTemplates, type Template } from '../../contract.ts';
import { runNames } from '../state/labels.ts';

const ChecklistDialog = lazyPart(() => import('./ChecklistDialog.tsx'), { place: 'dialog' });

/** The checklists that lists are made of. */
export default function Checklists() {
  const { data, error, refetch } = useQuery({
    ...queryOptionsFor(listTemplates),
    refetchOnMount: 'always',
  });
  const [edited, setEdited] = useState<Template | 'new' | null>(null);
  if (!data) {
    return error ? (
      <NotLoaded what="checklists" error={error} icon={ListChecks} onRetry={() => void refetch()} />
    ) : (
      <Skeleton className="h-96" />
    );
  }
  return (
    <>
      <div className="flex items-center justify-between gap-4">
        <p className="text-sm text-muted">
          A list copies its checklist when it starts. Changes here don’t reach lists in progress.
        </p>
        <Button variant="primary" onClick={() => setEdited('new')}>
          <Plus aria-hidden="true" />
          Add checklist
        </Button>
      </div>
      {data.length === 0 ? (
        <EmptyState
          icon={ListChecks}
          title="No checklists yet"
          description="Add one for new hires and one for people who leave."
        />
      ) : (
        <ul className="flex flex-col">
          {data.map((template) => (
            <li
              key={template.id}
              className="flex items-center justify-between gap-4 border-b border-border py-3"
            >
              <span className="min-w-0">
                <span className="flex flex-wrap items-center gap-2">
                  <span className="font-medium text-text">{template.name}</span>
                  <Badge tone={template.kind === 'onboarding' ? 'success' : 'info'}>
                    {runNames[template.kind]}
                  </Badge>
                </span>
                <span className="block text-sm text-muted">
                  {`${scopeOf(template)}. ${template.items.length === 1 ? '1 task' : `${template.items.length} tasks`}`}
                </span>
              </span>
              <Button
                size="sm"
                aria-label={`Edit ${template.name}`}
                onClick={() => setEdited(template)}
              >
                Edit
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Suspense>
        {edited && (
          <ChecklistDialog
            template={edited === 'new' ? null : edited}
            onClose={() => setEdited(null)}
          />
        )}
      </Suspense>
    </>
  );
}

const scopeOf = ({ store, department, jobTitle }: Template): string =>
  [
    jobTitle || (department ? departmentNames[department] : 'Everyone'),
    store ? storeNames[store] : 'all stores',
  ].join(', ');
