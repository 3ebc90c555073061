import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../platform/web/api/call.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { countOf } from '../../../../platform/web/format/amounts.ts';
import { useChosenForm } from '../../../../platform/web/forms/useChosenForm.ts';
import { refreshRecords } from '../../../../platform/web/records/useRecordList.ts';
import { Checkbox } from '../../../../platform/web/ui/Checkbox.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { FormDialog } from '../../../../platform/web/ui/FormDialog.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { addKind, type Kind, listKinds, saveKind } from '../../contract/kinds.ts';
import { queries } from '../state/useCredentials.ts';
import { JobFields } from './JobFields.tsx';

const title = 'Kinds of credentials';
const description = 'What employees need, and for which jobs, at every store.';

/** The kinds, one at a time. */
export default function KindsDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery(queryOptionsFor(listKinds));
  if (data) {
    return <KindDialog kinds={data.kinds} first={data.kinds[0] ?? newKind} onClose={onClose} />;
  }
  return (
    <Dialog open onOpenChange={onClose} size="lg" title={title} description={description}>
      {error ? (
        <NotLoaded what="kinds" error={error} onRetry={refetch} />
      ) : (
        <Skeleton className="h-64" />
      )}
    </Dialog>
  );
}

/** No kind has this id. */
const newKind: Kind = {
  id: 0,
  name: '',
  isForSelling: false,
  isForDriving: false,
  byStore: false,
  mustExpire: true,
  validMonths: 12,
  graceDays: 0,
  isNumberPrivate: false,
  isArchived: false,
  requiredFor: [],
  version: 0,
};

const valuesOf = ({ id: _, version: __, validMonths, graceDays, ...kind }: Kind) => ({
  ...kind,
  validMonths: validMonths === null ? '' : String(validMonths),
  graceDays: String(graceDays),
});

interface Props {
  kinds: readonly Kind[];
  first: Kind;
  onClose: () => void;
}

function KindDialog({ kinds, first, onClose }: Props) {
  const client = useQueryClient();
  const { chosen, form, choose, question } = useChosenForm(first, valuesOf);
  const { values } = form;
  const months = values.validMonths.trim() === '' ? null : countOf(values.validMonths);
  const grace = countOf(values.graceDays);
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      const { isArchived, requiredFor, ...facts } = values;
      const body = {
        ...facts,
        name: values.name.trim(),
        validMonths: months ?? null,
        graceDays: grace ?? 0,
        requiredFor: requiredFor.map((job) => ({ ...job, jobTitle: job.jobTitle?.trim() || null })),
      };
      return chosen.id === 0
        ? call(addKind, { body })
        : call(saveKind, {
            params: { kindId: chosen.id },
            body: { ...body, version: chosen.version, isArchived },
          });
    },
    onSuccess: ({ name }) => {
      toast({ title: `“${name}” saved` });
      onClose();
    },
    onError: form.refuse,
    onSettled: () => refreshRecords(client, queries),
  });
  const submit = () => {
    const problems = {
      name: !values.name.trim() && 'Enter a name',
      validMonths:
        months !== null && (!months || months > 240) && 'Enter 1 to 240 months, or leave it empty',
      graceDays: (grace === undefined || grace > 365) && 'Enter 0 to 365 days',
    };
    if (form.check(problems)) mutate();
  };
  const check = (name: CheckName, label: string, hint?: string) => (
    <Checkbox
      label={label}
      hint={form.errors[name] ?? hint}
      checked={values[name]}
      onCheckedChange={(isChecked) => form.set(name, isChecked)}
    />
  );
  return (
    <FormDialog
      size="lg"
      title={title}
      description={description}
      verb={chosen.id === 0 ? 'Add kind' : 'Save'}
      pending={isPending}
      isDirty={form.isDirty}
      refusal={form.refusal}
      formClassName="grid items-start gap-4 sm:grid-cols-2"
      onClose={onClose}
      onSubmit={submit}
    >
      <SelectField
        label="Kind"
        className="col-span-full"
        options={[
          ...kinds.map(({ id, name, isArchived }) => ({
            value: String(id),
            label: isArchived ? `${name} (archived)` : name,
          })),
          { value: '0', label: 'New kind' },
        ]}
        value={String(chosen.id)}
        onChange={({ target }) =>
          choose(kinds.find(({ id }) => String(id) === target.value) ?? newKind)
        }
      />
      <TextField
        label="Name"
        required
        maxLength={80}
        autoComplete="off"
        className="col-span-full"
        value={values.name}
        error={form.errors.name}
        onChange={({ target }) => form.set('name', target.value)}
      />
      <TextField
        label="Usually valid for (months)"
        inputMode="numeric"
        maxLength={3}
        autoComplete="off"
        hint="Suggests the next expiry"
        value={values.validMonths}
        error={form.errors.validMonths}
        onChange={({ target }) => form.set('validMonths', target.value)}
      />
      <TextField
        label="Grace period, days"
        required
        inputMode="numeric"
        maxLength={3}
        autoComplete="off"
        hint="How long it still counts after it expires"
        value={values.graceDays}
        error={form.errors.graceDays}
        onChange={({ target }) => form.set('graceDays', target.value)}
      />
      {check('isForSelling', 'Needed to sell', 'Leads and deals follow the rules')}
      {check('isForDriving', 'Needed to drive stock', 'Check-outs follow the rules')}
      {check('byStore', 'Valid at one store', 'Such as a license tied to one dealer')}
      {check('mustExpire', 'Always expires', 'An expiry must be entered')}
      {check('isNumberPrivate', 'Private number', 'Only the employee and HR can read it')}
      {chosen.id !== 0 && check('isArchived', 'Archived', 'No longer needed by any job')}
      <JobFields
        jobs={values.requiredFor}
        error={form.errors.requiredFor}
        onChange={(jobs) => form.set('requiredFor', jobs)}
      />
      {question}
    </FormDialog>
  );
}

type CheckName =
  | 'isForSelling'
  | 'isForDriving'
  | 'byStore'
  | 'mustExpire'
  | 'isNumberPrivate'
  | 'isArchived';
