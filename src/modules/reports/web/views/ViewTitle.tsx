import { Button } from '../../../../platform/web/ui/Button.tsx';
import type { View } from '../../contract/views.ts';
import type { ReportQuery } from '../address.ts';
import { changedView, useLeave, useViewAct } from './useViews.ts';

interface Props {
  view: View;
  /** What is shown is no longer what was saved. */
  isChanged: boolean;
  asked: ReportQuery;
}

/** The saved view one looks at; changed, it can be kept so. */
export function ViewTitle({ view, isChanged, asked }: Props) {
  const { mutate, isPending } = useViewAct<void>({
    act: () => changedView(view, { question: { period: 'this_month', only: '', ...asked } }),
    done: 'View saved',
    failed: 'Not saved',
  });
  const leave = useLeave(view);
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
      <h2 className="min-w-0 truncate text-lg font-semibold text-text">{view.name}</h2>
      {isChanged && <p className="text-sm text-muted">Changed since it was saved</p>}
      {isChanged && view.may.change && (
        <Button size="sm" pending={isPending} onClick={() => mutate()}>
          Save changes
        </Button>
      )}
      {view.isReceived && (
        <Button size="sm" variant="ghost" pending={leave.isPending} onClick={() => leave.mutate()}>
          Stop its mails
        </Button>
      )}
    </div>
  );
}
