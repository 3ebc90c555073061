import { Button } from '../../../../platform/web/ui/Button.tsx';
import type { View } from '../../contract/views.ts';
import type { ReportQuery } from '../address.ts';
import { updateView, useLeave, useViewAction } from './useViews.ts';

interface Props {
  view: View;
  /** Differs from the saved view. */
  isChanged: boolean;
  reportQuery: ReportQuery;
}

/** The title of the open view, with a button to save changes. */
export function ViewTitle({ view, isChanged, reportQuery }: Props) {
  const { mutate, isPending } = useViewAction<void>({
    run: () => updateView(view, { question: { period: 'this_month', only: '', ...reportQuery } }),
    done: 'View saved',
    failed: 'Couldn’t save view',
  });
  const leave = useLeave(view);
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
      <h2 className="min-w-0 truncate text-lg font-semibold text-text">{view.name}</h2>
      {isChanged && <p className="text-sm text-muted">Unsaved changes</p>}
      {isChanged && view.may.change && (
        <Button size="sm" pending={isPending} onClick={() => mutate()}>
          Save changes
        </Button>
      )}
      {view.isReceived && (
        <Button size="sm" variant="ghost" pending={leave.isPending} onClick={() => leave.mutate()}>
          Stop emails
        </Button>
      )}
    </div>
  );
}
