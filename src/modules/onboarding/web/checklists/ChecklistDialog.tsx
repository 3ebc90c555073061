import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { departments, type Store, stores } from '../../../../platform/contract/access.ts';
import { departmentNames, storeNames } from '../../../../platform/contract/names.ts';
import { ApiError } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { useDialogForm } from '../../../../platform/web/forms/useDialogForm.ts';
import { optionsOf } from '../../../../platform/web/records/filters.ts';
import { refreshRecords } from '../../../../platform/web/records/useRecordList.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { FormDialog } from '../../../../platform/web/ui/FormDialog.tsx';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { type ItemInput, type RunKind, runKinds } from '../../contract/kinds.ts';
import { addTemplate, removeTemplate, saveTemplate, type Template } from '../../contract.ts';
import {
  findItemProblems,
  ItemFields,
  type ItemValues,
  newItem,
  toItemInput,
} from '../parts/ItemFields.tsx';
import { dueText, ownerNames, runNames } from '../state/labels.ts';
import { queries, useChoices } from '../state/useOnboarding.ts';

interface Values {
  kind: RunKind;
  name: string;
  store: string;
  department: string;
  jobTitle: string;
  items: readonly ItemInput[];
}

interface Props {
  /** Null: a new one. */
  template: Template | null;
  onClose: () => void;
}

/** A checklist with its tasks. */
export default function ChecklistDialog({ template, onClose }: Props) {
  const client = useQueryClient();
  const choices = useChoices();
  // Repeats of one submit share it.
  const [clientId] = useState(() => crypto.randomUUID());
  const [edited, setEdited] = useState<number | null>(null);
  const form = useDialogForm<Values>({
    kind: template?.kind ?? 'onboarding',
    name: template?.name ?? '',
    store:
      template?.store ?? (choices.stores.length < stores.length ? (choices.stores[0] ?? '') : ''),
    department: template?.department ?? '',
    jobTitle: template?.jobTitle ?? '',
    items: template?.items ?? [],
  });
  const { values, errors } = form;
  const settle = {
    onSuccess: onClose,
    onError: (error: unknown) => {
      const field = Object.keys((error instanceof ApiError && error.fields) || {})[0];
      const at = field?.match(/^items\.(\d+)\./)?.[1];
      if (at !== undefined) setEdited(Number(at));
      form.refuse(error);
    },
    onSettled: () => refreshRecords(client, queries),
  };
  const save = useMutation({
    mutationFn: async () => {
      const facts = {
        name: values.name.trim(),
        store: (values.store || null) as Store | null,
        department: (values.department || null) as (typeof departments)[number] | null,
        jobTitle: values.jobTitle.trim(),
        items: [...values.items],
      };
      return template
        ? call(saveTemplate, {
            params: { templateId: template.id },
            body: { version: template.version, ...facts },
          })
        : call(addTemplate, { body: { clientId, kind: values.kind, ...facts } });
    },
    ...settle,
  });
  const remove = useMutation({
    mutationFn: ({ id, version }: Template) =>
      call(removeTemplate, { params: { templateId: id }, query: { version } }),
    ...settle,
  });
  const submit = () => {
    const problems = {
      name: values.name.trim() ? undefined : 'Enter a name',
      items: values.items.length > 0 ? undefined : 'Add at least one task.',
    };
    if (form.check(problems)) save.mutate();
  };
  const change = (items: readonly ItemInput[]) => form.set('items', items);
  return (
    <>
      <FormDialog
        size="lg"
        title={template ? 'Edit checklist' : 'Add checklist'}
        verb={template ? 'Save' : 'Add checklist'}
        pending={save.isPending}
        isDisabled={remove.isPending}
        isDirty={form.isDirty}
        refusal={form.refusal ?? errors.items}
        actions={
          template && (
            <Button
              variant="ghost"
              className="mr-auto"
              pending={remove.isPending}
              onClick={() => remove.isPending || remove.mutate(template)}
            >
              Remove
            </Button>
          )
        }
        onClose={onClose}
        onSubmit={submit}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Name"
            required
            maxLength={100}
            autoComplete="off"
            value={values.name}
            error={errors.name}
            onChange={(event) => form.set('name', event.target.value)}
          />
          <SelectField
            label="Kind"
            disabled={template !== null || values.items.length > 0}
            options={runKinds.map((value) => ({ value, label: runNames[value] }))}
            value={values.kind}
            onChange={(event) => form.set('kind', event.target.value as RunKind)}
          />
          <SelectField
            label="Department"
            options={optionsOf('All departments', departments, departmentNames)}
            value={values.department}
            onChange={(event) => form.set('department', event.target.value)}
          />
          <SelectField
            label="Store"
            options={
              choices.stores.length === stores.length
                ? optionsOf('All stores', stores, storeNames)
                : choices.stores.map((value) => ({ value, label: storeNames[value] }))
            }
            value={values.store}
            error={errors.store}
            onChange={(event) => form.set('store', event.target.value)}
          />
          <TextField
            label="Job title"
            maxLength={100}
            autoComplete="off"
            hint="Only for this title. Empty: for all."
            value={values.jobTitle}
            onChange={(event) => form.set('jobTitle', event.target.value)}
          />
        </div>
        <Rows kind={values.kind} items={values.items} onChange={change} onEdit={setEdited} />
        <div>
          <Button onClick={() => setEdited(values.items.length)}>
            <Plus aria-hidden="true" />
            Add task
          </Button>
        </div>
      </FormDialog>
      {edited !== null && (
        <TaskDialog
          kind={values.kind}
          item={values.items[edited]}
          staff={choices.staff}
          onClose={() => setEdited(null)}
          onSave={(item) => {
            change(
              edited < values.items.length
                ? values.items.map((one, at) => (at === edited ? item : one))
                : [...values.items, item],
            );
            setEdited(null);
          }}
        />
      )}
    </>
  );
}

interface RowsProps {
  kind: RunKind;
  items: readonly ItemInput[];
  onChange: (items: readonly ItemInput[]) => void;
  onEdit: (at: number) => void;
}

function Rows({ kind, items, onChange, onEdit }: RowsProps) {
  return (
    <ol aria-label="Tasks" className="flex flex-col">
      {items.map((item, at) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: two tasks may be the same, and nothing in a row is kept
          key={at}
          className="flex items-center justify-between gap-3 border-b border-border py-1.5 text-sm"
        >
          <span className="min-w-0">
            <span className="block truncate text-text">{item.title}</span>
            <span className="block text-xs text-muted">
              {`${ownerNames[item.owner]}, ${dueText(kind, item.dueDays)}`}
            </span>
          </span>
          <span className="flex shrink-0">
            <IconButton
              label={`Move ${item.title} up`}
              icon={ArrowUp}
              size="sm"
              disabled={at === 0}
              onClick={() => onChange(moved(items, at, at - 1))}
            />
            <IconButton
              label={`Move ${item.title} down`}
              icon={ArrowDown}
              size="sm"
              disabled={at === items.length - 1}
              onClick={() => onChange(moved(items, at, at + 1))}
            />
            <IconButton
              label={`Edit ${item.title}`}
              icon={Pencil}
              size="sm"
              onClick={() => onEdit(at)}
            />
            <IconButton
              label={`Remove ${item.title}`}
              icon={Trash2}
              size="sm"
              onClick={() => onChange(items.filter((_, nth) => nth !== at))}
            />
          </span>
        </li>
      ))}
    </ol>
  );
}

function moved<T>(rows: readonly T[], from: number, to: number): T[] {
  const others = rows.filter((_, at) => at !== from);
  return [...others.slice(0, to), ...rows.slice(from, from + 1), ...others.slice(to)];
}

interface TaskProps {
  kind: RunKind;
  item: ItemInput | undefined;
  staff: readonly { id: number; name: string }[];
  onClose: () => void;
  onSave: (item: ItemInput) => void;
}

function TaskDialog({ kind, item, staff, onClose, onSave }: TaskProps) {
  const form = useDialogForm<ItemValues>(
    item
      ? { ...item, ownerId: String(item.ownerId ?? ''), dueDays: String(item.dueDays) }
      : newItem,
  );
  return (
    <FormDialog
      size="sm"
      title={item ? 'Edit task' : 'Add task'}
      verb={item ? 'Apply' : 'Add task'}
      pending={false}
      isDirty={form.isDirty}
      onClose={onClose}
      onSubmit={() => form.check(findItemProblems(form.values)) && onSave(toItemInput(form.values))}
    >
      <ItemFields
        kind={kind}
        values={form.values}
        errors={form.errors}
        staff={staff}
        onChange={form.set}
      />
    </FormDialog>
  );
}
