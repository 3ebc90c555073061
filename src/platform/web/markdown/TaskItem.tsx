import { clsx } from 'clsx';
import { Square, SquareCheck } from 'lucide-react';
import { type ReactNode, use, useId } from 'react';
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';
import { TaskContext } from './tasks.ts';
import type { Task } from './tree.ts';

interface Props {
  task: Task;
  children: ReactNode;
}

/** A task list item, with a checkbox where it can be changed. */
export function TaskItem({ task: { at, done }, children }: Props) {
  const id = useId();
  const tick = use(TaskContext);
  const Icon = done ? SquareCheck : Square;
  return (
    <div className="-ms-5 flex items-start gap-2">
      {tick ? (
        <label className="-m-1.5 flex p-1.5 touch:-m-3 touch:p-3">
          <input
            type="checkbox"
            className="check mt-0.5"
            checked={done}
            aria-labelledby={id}
            onChange={() => tick(at)}
          />
        </label>
      ) : (
        <>
          <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted" />
          <VisuallyHidden>{done ? 'Done:' : 'To do:'}</VisuallyHidden>
        </>
      )}
      <div id={id} className={clsx('min-w-0 flex-1', done && 'text-muted line-through')}>
        {children}
      </div>
    </div>
  );
}
