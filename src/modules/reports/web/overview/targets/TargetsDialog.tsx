import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { fullMonthOf } from '../../../../../platform/web/charts/months.ts';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../../platform/web/ui/Dialog.tsx';
import { IconButton } from '../../../../../platform/web/ui/IconButton.tsx';
import { useLeaveGuard } from '../../../../../platform/web/ui/LeaveGuard.tsx';
import { NotLoaded } from '../../../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../../../platform/web/ui/Skeleton.tsx';
import { addMonths } from '../../../contract/period.ts';
import type { Description } from '../../../contract/report.ts';
import { TargetGrid } from './TargetGrid.tsx';
import { useTargets } from './useTargets.ts';

interface Props {
  reports: readonly Description[];
  today: string;
  onClose: () => void;
}

export default function TargetsDialog({ reports, today, onClose }: Props) {
  const formId = useId();
  const [month, setMonth] = useState(today.slice(0, 7));
  const targets = useTargets(month);
  const guard = useLeaveGuard(targets.isDirty, onClose);
  const move = (months: number) => () =>
    setMonth((now) => addMonths(`${now}-01`, months).slice(0, 7));
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && guard.leave()}
      size="lg"
      title="Targets"
      description="Monthly targets by store. Leave a field empty for no target."
      dismissable={!targets.isDirty}
      footer={
        <>
          <Button onClick={guard.leave}>Close</Button>
          <Button
            variant="primary"
            type="submit"
            form={formId}
            pending={targets.isSaving}
            disabled={!targets.isDirty}
          >
            Save targets
          </Button>
        </>
      }
    >
      <div className="mb-3 flex flex-wrap items-center gap-1">
        <IconButton
          icon={ChevronLeft}
          label="Previous month"
          disabled={targets.isDirty}
          onClick={move(-1)}
        />
        <h3 aria-live="polite" className="min-w-36 text-center text-base font-medium">
          {fullMonthOf(month)}
        </h3>
        <IconButton
          icon={ChevronRight}
          label="Next month"
          disabled={targets.isDirty}
          onClick={move(1)}
        />
        <p className="ml-2 text-sm text-muted">
          {targets.isDirty && 'Save before changing the month.'}
        </p>
      </div>
      {targets.data ? (
        <TargetGrid
          key={month}
          formId={formId}
          reports={reports}
          targets={targets}
          list={targets.data}
        />
      ) : targets.error ? (
        <NotLoaded what="targets" error={targets.error} onRetry={targets.retry} />
      ) : (
        <Skeleton className="h-72" />
      )}
      {guard.dialog}
    </Dialog>
  );
}
