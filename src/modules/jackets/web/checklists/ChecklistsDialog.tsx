import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { optionsOf } from '../../../../platform/web/records/filters.ts';
import { refreshRecords } from '../../../../platform/web/records/useRecordList.ts';
import { calendarDay } from '../../../../platform/web/time/calendar.ts';
import { today } from '../../../../platform/web/time/days.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { documentTypes, typeName } from '../../../documents/contract.ts';
import {
  type Checklist,
  listChecklists,
  type RequirementInput,
  requirementsAtMost,
  saveChecklist,
} from '../../contract/checklist.ts';
import {
  cabinetOf,
  checklistNames,
  conditionNames,
  conditionsOf,
  type RecordKind,
  recordOf,
} from '../../contract/kinds.ts';
import { queries } from '../state/useJackets.ts';

interface Props {
  record: RecordKind;
  onClose: () => void;
}

/** What each kind of these records needs; managers change it. */
export default function ChecklistsDialog({ record, onClose }: Props) {
  const formId = useId();
  const { data, error, refetch } = useQuery(queryOptionsFor(listChecklists));
  const lists = data?.filter(({ kind }) => recordOf[kind] === record);
  const [chosen, setChosen] = useState('');
  const [pending, setPending] = useState(false);
  const selected = lists?.find(({ kind }) => kind === chosen) ?? lists?.[0];
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      title="Checklists"
      description="The documents that a jacket needs to be complete, at every store."
      dismissable={!selected?.may.edit}
      footer={
        selected?.may.edit ? (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" form={formId} variant="primary" pending={pending}>
              Save
            </Button>
          </>
        ) : (
          <Button onClick={onClose}>Close</Button>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {lists && lists.length > 1 && (
          <SelectField
            label="Kind"
            options={lists.map(({ kind }) => ({ value: kind, label: checklistNames[kind] }))}
            value={selected?.kind ?? ''}
            onChange={({ target }) => setChosen(target.value)}
          />
        )}
        {!selected ? (
          error ? (
            <NotLoaded what="checklists" error={error} onRetry={refetch} />
          ) : (
            <Skeleton className="h-64" />
          )
        ) : selected.may.edit ? (
          <ChecklistForm
            key={selected.kind}
            formId={formId}
            list={selected}
            pending={pending}
            setPending={setPending}
            onClose={onClose}
          />
        ) : (
          <Requirements list={selected} />
        )}
      </div>
    </Dialog>
  );
}

function Requirements({ list: { kind, requirements } }: { list: Checklist }) {
  return (
    <ul className="flex flex-col text-sm">
      {requirements.map(({ type, condition, since }) => (
        <li key={type} className="flex justify-between gap-4 border-b border-border py-2">
          <span>{typeName(cabinetOf[recordOf[kind]], type)}</span>
          <span className="text-right text-muted">
            {`${conditionNames[condition]}, since ${calendarDay(since)}`}
          </span>
        </li>
      ))}
    </ul>
  );
}

interface FormProps {
  formId: string;
  list: Checklist;
  pending: boolean;
  setPending: (pending: boolean) => void;
  onClose: () => void;
}

function ChecklistForm({ formId, list, pending, setPending, onClose }: FormProps) {
  const client = useQueryClient();
  // The version when opened, so that later changes by others are not overwritten.
  const [{ kind, version, requirements: first }] = useState(list);
  const [rows, setRows] = useState<readonly RequirementInput[]>(first);
  const [refusal, setRefusal] = useState<string>();
  const types: Record<string, string> = documentTypes[cabinetOf[recordOf[kind]]];
  const free = Object.keys(types).filter((type) => !rows.some((row) => row.type === type));
  const { mutate } = useMutation({
    mutationFn: () =>
      call(saveChecklist, { params: { kind }, body: { version, requirements: [...rows] } }),
    onMutate: () => setPending(true),
    onSuccess: () => {
      toast({ title: `Checklist of “${checklistNames[kind]}” saved` });
      onClose();
    },
    onError: (error) => setRefusal(sentenceOf(error)),
    onSettled: () => {
      setPending(false);
      return refreshRecords(client, queries);
    },
  });
  const change = (at: number, changed: Partial<RequirementInput>) =>
    setRows(rows.map((row, nth) => (nth === at ? { ...row, ...changed } : row)));
  return (
    <form
      id={formId}
      noValidate
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (!pending) mutate();
      }}
    >
      {refusal && (
        <Notice tone="danger" live>
          {refusal}
        </Notice>
      )}
      <ol className="flex flex-col gap-2">
        {rows.map(({ type, condition, since }, at) => (
          <li
            key={type}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-2 border-b border-border pb-2 sm:grid-cols-[minmax(0,1fr)_12rem_9.5rem_auto]"
          >
            <span className="text-sm font-medium text-text max-sm:col-span-2">{types[type]}</span>
            <SelectField
              label={`When ${types[type]} is needed`}
              labelHidden
              className="max-sm:col-span-2"
              options={conditionsOf[recordOf[kind]].map((value) => ({
                value,
                label: conditionNames[value],
              }))}
              value={condition}
              onChange={({ target }) =>
                change(at, { condition: target.value as RequirementInput['condition'] })
              }
            />
            <TextField
              label={`Since when ${types[type]} is needed`}
              labelHidden
              type="date"
              required
              value={since}
              error={since ? undefined : 'Choose a day'}
              onChange={(event) => change(at, { since: event.target.value })}
            />
            <span className="flex">
              <IconButton
                label={`Move ${types[type]} up`}
                icon={ArrowUp}
                size="sm"
                disabled={at === 0}
                onClick={() => setRows(moved(rows, at, at - 1))}
              />
              <IconButton
                label={`Move ${types[type]} down`}
                icon={ArrowDown}
                size="sm"
                disabled={at === rows.length - 1}
                onClick={() => setRows(moved(rows, at, at + 1))}
              />
              <IconButton
                label={`Remove ${types[type]}`}
                icon={Trash2}
                size="sm"
                onClick={() => setRows(rows.filter((_, nth) => nth !== at))}
              />
            </span>
          </li>
        ))}
      </ol>
      {rows.length < requirementsAtMost && free.length > 0 && (
        <SelectField
          label="Add a document"
          hint="Needed by records from today on, unless you choose another day"
          options={optionsOf('Choose a document', free, types)}
          value=""
          onChange={({ target: { value } }) =>
            value && setRows([...rows, { type: value, condition: 'always', since: today() }])
          }
        />
      )}
    </form>
  );
}

function moved<T>(rows: readonly T[], from: number, to: number): T[] {
  const others = rows.filter((_, at) => at !== from);
  return [...others.slice(0, to), ...rows.slice(from, from + 1), ...others.slice(to)];
}
