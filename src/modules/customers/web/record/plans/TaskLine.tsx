import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from 'wouter';
import { call } from '../../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../../platform/web/api/queryClient.ts';
import { Badge } from '../../../../../platform/web/ui/Badge.tsx';
import { Checkbox } from '../../../../../platform/web/ui/Checkbox.tsx';
import { toast } from '../../../../../platform/web/ui/toast.ts';
import { toastFailure } from '../../../../../platform/web/ui/toastFailure.ts';
import { getToday, setTaskDone, type Task } from '../../../contract/work.ts';
import { customerHref } from '../../../contract.ts';
import { momentOf } from '../../state/labels.ts';
import { refreshRelated } from '../../state/useCustomers.ts';

interface Props {
  task: Task;
  mayEdit: boolean;
  /** Shows the customer’s name. */
  named?: boolean;
}

export function TaskLine({ task, mayEdit, named }: Props) {
  const { mutate, isPending } = useTaskDone();
  const overdue = task.doneAt === null && new Date(task.dueAt) < new Date();
  return (
    <li className="flex items-start gap-2.5 py-2">
      <Checkbox
        label={`Done: ${task.title}`}
        labelHidden
        checked={task.doneAt !== null || isPending}
        disabled={!mayEdit}
        onCheckedChange={(isDone) => !isPending && mutate({ task, isDone })}
      />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-2 text-base text-text">
          {task.title}
          {overdue && <Badge tone="danger">Overdue</Badge>}
        </span>
        <span className="block text-xs text-muted">
          {named && (
            <Link href={customerHref(task.customerId)} className="text-accent underline">
              {task.customerName}
            </Link>
          )}
          {named && ' · '}
          <time dateTime={task.dueAt}>{momentOf(task.dueAt)}</time>
          {!named && ` · ${task.assignee.name}`}
        </span>
      </span>
    </li>
  );
}

function useTaskDone() {
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: ({ task, isDone }: { task: Task; isDone: boolean }) =>
      call(setTaskDone, { params: { taskId: task.id }, body: { version: task.version, isDone } }),
    onSuccess: (saved, { isDone }) => {
      refreshRelated(client, saved.customerId);
      if (isDone)
        toast({
          title: 'Done',
          description: saved.title,
          action: { label: 'Undo', onClick: () => mutation.mutate({ task: saved, isDone: false }) },
        });
      return client.invalidateQueries({ queryKey: queryKeyFor(getToday) });
    },
    onError: (error, { task }) => {
      toastFailure(error, 'Couldn’t update task');
      refreshRelated(client, task.customerId);
    },
  });
  return mutation;
}
