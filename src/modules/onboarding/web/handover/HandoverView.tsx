import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ArrowRightLeft, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { RecordView, useRecord } from '../../../../platform/web/records/RecordView.tsx';
import { refreshRecords } from '../../../../platform/web/records/useRecordList.ts';
import { Button, buttonClasses } from '../../../../platform/web/ui/Button.tsx';
import { ConfirmDialog } from '../../../../platform/web/ui/ConfirmDialog.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { getHandover, type Handover, handOver } from '../../contract.ts';
import { queries, runHref } from '../state/useOnboarding.ts';
import { type Plan, planOf, successorOf, summaryOf } from './plan.ts';
import { Source } from './Source.tsx';

/** Everything an employee who leaves still has, and who takes it: one press moves all of it. */
export default function HandoverView({ runId }: { runId: number }) {
  const record = useRecord(getHandover, { params: { runId } });
  return (
    <RecordView
      record={record}
      icon={ArrowRightLeft}
      title="Handover"
      titleOf={({ employee }) => `Handover of ${employee.name}`}
      subtitleOf={({ sources }) => {
        const count = sources.reduce((sum, { items }) => sum + items.length, 0);
        return count === 1 ? '1 thing to hand over' : `${count} things to hand over`;
      }}
      list={{ href: runHref(runId), label: 'Offboarding' }}
      missing={{
        title: 'Handover not found',
        description: 'It doesn’t exist, or it belongs to employees you have no access to.',
      }}
    >
      {(handover) => <Sources runId={runId} handover={handover} />}
    </RecordView>
  );
}

interface Props {
  runId: number;
  handover: Handover;
}

function Sources({ runId, handover }: Props) {
  const client = useQueryClient();
  const { sources, successors, managerId, employee } = handover;
  const [toId, setToId] = useState(String(managerId ?? ''));
  const [plan, setPlan] = useState<Plan>({});
  const [isAsking, setAsking] = useState(false);
  const full = sources.filter(({ items }) => items.length > 0);
  const moves = planOf(full, plan, toId);
  const count = moves.reduce((sum, { ids }) => sum + ids.length, 0);
  const open = full.filter(
    ({ key, act, items }) =>
      act === 'move' && items.some(({ id }) => !successorOf(plan, key, id, toId)),
  );
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: () => call(handOver, { params: { runId }, body: { moves } }),
    onSettled: () => {
      setAsking(false);
      return refreshRecords(client, queries);
    },
  });
  if (full.length === 0) {
    return (
      <>
        {data && data.moved > 0 && <Moved count={data.moved} />}
        <EmptyState
          icon={CircleCheck}
          title="Everything is handed over"
          description={`${employee.name} has nothing open anymore.`}
          action={
            <Link href={runHref(runId)} className={buttonClasses()}>
              Back to the list
            </Link>
          }
        />
      </>
    );
  }
  const options = [
    { value: '', label: 'Choose a successor' },
    ...successors.map(({ id, name }) => ({
      value: String(id),
      label: id === managerId ? `${name} (manager)` : name,
    })),
  ];
  const nameOf = (id: number) => successors.find((one) => one.id === id)?.name ?? '';
  return (
    <div className="flex flex-col gap-5">
      {data && data.moved > 0 && <Moved count={data.moved} />}
      {data && data.problems.length > 0 && (
        <Notice tone="warning" live title={`${data.problems.length} could not be handed over`}>
          The reasons are below. Choose someone else for them and press again.
        </Notice>
      )}
      {error && (
        <Notice tone="danger" live title="Couldn’t hand over">
          {sentenceOf(error)}
        </Notice>
      )}
      <div className="flex flex-wrap items-end justify-between gap-4">
        <SelectField
          label="Successor for everything"
          className="w-full sm:w-80"
          options={options}
          value={toId}
          onChange={(event) => setToId(event.target.value)}
        />
        <Button
          variant="primary"
          pending={isPending}
          disabled={count === 0}
          onClick={() => setAsking(true)}
        >
          {`Hand over ${count}`}
        </Button>
      </div>
      <p className="-mt-3 text-sm text-muted">
        You can choose someone else for each kind and each item.
      </p>
      <h2 className="text-lg font-semibold text-text">{`What ${employee.name} still has`}</h2>
      {open.length > 0 && (
        <p className="text-sm text-muted">
          {`Without a successor: ${open.map(({ title }) => title).join(', ')}. They stay where they are.`}
        </p>
      )}
      {full.map((source) => (
        <Source
          key={source.key}
          source={source}
          options={options}
          defaultId={toId}
          choice={plan[source.key] ?? {}}
          problems={data?.problems.filter((problem) => problem.source === source.key) ?? []}
          onChange={(choice) => setPlan((now) => ({ ...now, [source.key]: choice }))}
        />
      ))}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Hand over ${count} of ${employee.name}?`}
        description={
          <ul className="flex flex-col gap-1">
            {summaryOf(moves, sources, nameOf).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        }
        confirmLabel="Hand over"
        pending={isPending}
        onConfirm={() => mutate()}
      />
    </div>
  );
}

function Moved({ count }: { count: number }) {
  return (
    <Notice tone="success" live>
      {count === 1 ? '1 thing was handed over.' : `${count} things were handed over.`}
    </Notice>
  );
}
