import { Suspense, useState } from 'react';
import { calendarDay } from '../../../../platform/contract/calendar.ts';
import { plural } from '../../../../platform/web/format/amounts.ts';
import { RecordSection } from '../../../../platform/web/records/RecordSection.tsx';
import { exactTime } from '../../../../platform/web/time/moments.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { lazyPart } from '../../../../platform/web/ui/lazy/lazyPart.tsx';
import { stepNames, type TitleWork, titleTasks } from '../../contract/titles.ts';
import { Due } from '../parts/Due.tsx';

const TitleDialog = lazyPart(() => import('../parts/TitleDialog.tsx'), { place: 'dialog' });

interface Props {
  /** Of the deal. */
  title: string;
  work: TitleWork;
}

/** Payoff, title, temporary tag and registration of a delivered deal: what is done, and what is due. */
export function TitleSection({ title, work }: Props) {
  const [isEditing, setEditing] = useState(false);
  const { applies, steps, open, may } = work;
  const entered = new Map(steps.map((one) => [one.step, one]));
  const shown = applies.filter(
    (step) => entered.has(step) || titleTasks.some((task) => task === step),
  );
  return (
    <RecordSection
      label="Title work"
      aside={open.length > 0 ? `${plural(open.length, 'step')} open` : 'Done'}
    >
      <dl className="grid gap-x-8 text-sm @2xl:grid-cols-2">
        {shown.map((step) => {
          const known = entered.get(step);
          const due = open.find((task) => task.step === step);
          return (
            <div
              key={step}
              className="flex min-h-10 items-center justify-between gap-3 border-b border-border py-1"
            >
              <dt className="min-w-0 text-text">
                {stepNames[step]}
                {known && (
                  <span className="block truncate text-xs text-muted">
                    {`${known.by}, ${exactTime(known.at)}`}
                  </span>
                )}
              </dt>
              <dd className="shrink-0 text-right tabular-nums">
                {known ? (
                  known.day === null ? (
                    <span className="text-muted">Not needed</span>
                  ) : (
                    <time dateTime={known.day}>{calendarDay(known.day)}</time>
                  )
                ) : due ? (
                  <Due on={due.dueOn} isOverdue={due.isOverdue} />
                ) : (
                  <span className="text-muted">–</span>
                )}
              </dd>
            </div>
          );
        })}
      </dl>
      {may.edit && (
        <Button size="sm" className="mt-2" onClick={() => setEditing(true)}>
          Enter days
        </Button>
      )}
      <Suspense>
        {isEditing && (
          <TitleDialog
            title="Title work"
            description={title}
            work={work}
            onClose={() => setEditing(false)}
          />
        )}
      </Suspense>
    </RecordSection>
  );
}
