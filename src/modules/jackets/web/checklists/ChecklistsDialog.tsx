import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { calendarDay } from '../../../../platform/contract/calendar.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { useChosenForm } from '../../../../platform/web/forms/useChosenForm.ts';
import { optionsOf } from '../../../../platform/web/records/filters.ts';
import { refreshRecords } from '../../../../platform/web/records/useRecordList.ts';
import { today } from '../../../../platform/web/time/days.ts';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { FormDialog } from '../../../../platform/web/ui/FormDialog.tsx';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
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
  const { data, error, refetch } = useQuery(queryOptionsFor(listChecklists));
  const lists = data?.filter(({ kind }) => recordOf[kind] === record);
  if (lists?.[0]) return <ChecklistDialog lists={lists} first={lists[0]} onClose={onClose} />;
  return (
    <Dialog open onOpenChange={onClose} size="lg" title={title} description={description}>
      {error ? (
        <NotLoaded what="checklists" error={error} onRetry={refetch} />
      ) : (
        <Skeleton className="h-64" />
      )}
    </Dialog>
  );
}

const title = 'Checklists';
const description = 'The documents that a jacket needs to be complete, at every store.';

const valuesOf = ({ requirements }: Checklist): { requirements: readonly RequirementInput[] } => ({
  requirements,
});

interface ListProps {
  lists: readonly Checklist[];
  first: Checklist;
  onClose: () => void;
}

function ChecklistDialog({ lists, first, onClose }: ListProps) {
  const client = useQueryClient();
  const { chosen, form, choose, question } = useChosenForm(first, valuesOf);
  const { kind, version, may } = chosen;
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call(saveChecklist, {
        params: { kind },
        body: { version, requirements: [...form.values.requirements] },
      }),
    onSuccess: () => {
      toast({ title: `Checklist of “${checklistNames[kind]}” saved` });
      onClose();
    },
    onError: form.refuse,
    onSettled: () => refreshRecords(client, queries),
  });
  const submit = () => {
    if (form.values.requirements.every(({ since }) => since)) mutate();
  };
  return (
    <FormDialog
      size="lg"
      title={title}
      description={description}
      verb="Save"
      pending={isPending}
      isReadOnly={!may.edit}
      isDirty={form.isDirty}
      refusal={form.refusal ?? form.errors.requirements}
      onClose={onClose}
      onSubmit={submit}
    >
      {lists.length > 1 && (
        <SelectField
          label="Kind"
          options={lists.map((one) => ({ value: one.kind, label: checklistNames[one.kind] }))}
          value={kind}
          onChange={({ target }) =>
            choose(lists.find((one) => one.kind === target.value) ?? chosen)
          }
        />
      )}
      {may.edit ? (
        <RequirementFields
          kind={kind}
          rows={form.values.requirements}
          onChange={(rows) => form.set('requirements', rows)}
        />
      ) : (
        <Requirements list={chosen} />
      )}
      {question}
    </FormDialog>
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

interface FieldsProps extends Pick<Checklist, 'kind'> {
  rows: readonly RequirementInput[];
  onChange: (rows: readonly RequirementInput[]) => void;
}

function RequirementFields({ kind, rows, onChange }: FieldsProps) {
  const types: Record<string, string> = documentTypes[cabinetOf[recordOf[kind]]];
  const free = Object.keys(types).filter((type) => !rows.some((row) => row.type === type));
  const change = (at: number, changed: Partial<RequirementInput>) =>
    onChange(rows.map((row, nth) => (nth === at ? { ...row, ...changed } : row)));
  return (
    <>
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
                onClick={() => onChange(moved(rows, at, at - 1))}
              />
              <IconButton
                label={`Move ${types[type]} down`}
                icon={ArrowDown}
                size="sm"
                disabled={at === rows.length - 1}
                onClick={() => onChange(moved(rows, at, at + 1))}
              />
              <IconButton
                label={`Remove ${types[type]}`}
                icon={Trash2}
                size="sm"
                onClick={() => onChange(rows.filter((_, nth) => nth !== at))}
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
            value && onChange([...rows, { type: value, condition: 'always', since: today() }])
          }
        />
      )}
    </>
  );
}

function moved<T>(rows: readonly T[], from: number, to: number): T[] {
  const others = rows.filter((_, at) => at !== from);
  return [...others.slice(0, to), ...rows.slice(from, from + 1), ...others.slice(to)];
}
