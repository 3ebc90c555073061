import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { v7 as uuid } from 'uuid';
import type { Store } from '../../../../platform/contract/access.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { useDialogForm } from '../../../../platform/web/forms/useDialogForm.ts';
import { refreshRecords } from '../../../../platform/web/records/useRecordList.ts';
import { today } from '../../../../platform/web/time/days.ts';
import { FormDialog } from '../../../../platform/web/ui/FormDialog.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { StoreField } from '../../../../platform/web/ui/StoreField.tsx';
import { TextField, type TextFieldProps } from '../../../../platform/web/ui/TextField.tsx';
import type { Credential, EmployeeCredentials } from '../../contract/credential.ts';
import { addMonths } from '../../contract/days.ts';
import { inSentence } from '../../contract/labels.ts';
import { addCredential, correctCredential, renewCredential } from '../../contract.ts';
import { keyOf, queries, useKinds } from '../state/useCredentials.ts';

type Task =
  | { credential: Credential; task: 'renew' | 'correct' }
  /** A new one; null: of a kind that is still to choose. */
  | { credential?: undefined; kindId: number | null; store: Store | null };

export interface TermDialogProps {
  data: EmployeeCredentials;
  task: Task;
  onClose: () => void;
}

/** What a renewal or a correction begins with, as on the server: the current term, or else the latest. */
const knownTerm = ({ credential }: Task) => credential?.current ?? credential?.terms[0];

function start(task: Task) {
  const { credential } = task;
  const known = knownTerm(task);
  const isCorrection = credential !== undefined && task.task === 'correct';
  return {
    kindId: credential ? String(credential.kind.id) : String(task.kindId ?? ''),
    store: (credential ? credential.store : task.store) ?? '',
    number: known?.number ?? '',
    issuer: known?.issuer ?? '',
    region: known?.region ?? '',
    class: known?.class ?? '',
    restrictions: known?.restrictions ?? '',
    issuedOn: isCorrection ? (known?.issuedOn ?? '') : '',
    expiresOn: isCorrection ? (known?.expiresOn ?? '') : '',
  };
}

/** Adds a credential, renews it, or corrects what was entered. */
export default function TermDialog({ data, task, onClose }: TermDialogProps) {
  const [first] = useState(task);
  const form = useDialogForm(start(first));
  const kinds = useKinds().filter(({ isArchived }) => !isArchived);
  const { values } = form;
  const { credential } = first;
  const kind = credential?.kind ?? kinds.find(({ id }) => String(id) === values.kindId);
  const { mutate, isPending } = useSaving(data, first, form, onClose);
  const texts = textsOf(first, data);
  const changeIssued = (issuedOn: string) => {
    // What is usual, until another day is entered.
    const was = suggestionFor(values.issuedOn, kind?.validMonths);
    const next = suggestionFor(issuedOn, kind?.validMonths);
    if (next && (values.expiresOn === '' || values.expiresOn === was)) form.set('expiresOn', next);
    form.set('issuedOn', issuedOn);
  };
  const submit = () => {
    const passed = form.check({
      kindId: !kind && 'Choose a kind',
      store: kind?.byStore && !values.store && 'Choose a store',
      region: values.region && !/^[a-z]{2}$/i.test(values.region.trim()) && 'Enter two letters',
      expiresOn: kind?.mustExpire && !values.expiresOn && 'Enter the day it expires',
    });
    if (passed && !isPending) mutate();
  };
  const text = (name: keyof typeof values, label: string, props: Partial<TextFieldProps> = {}) => (
    <TextField
      label={label}
      autoComplete="off"
      {...props}
      value={values[name]}
      error={form.errors[name]}
      onChange={(event) => form.set(name, event.target.value)}
    />
  );
  const keepsNumber = knownTerm(first)?.hasPrivateNumber;
  return (
    <FormDialog
      title={texts.title}
      description={texts.description}
      verb={texts.verb}
      pending={isPending}
      isDirty={form.isDirty}
      refusal={form.refusal}
      formClassName="grid items-start gap-x-4 gap-y-3 sm:grid-cols-2"
      onClose={onClose}
      onSubmit={submit}
    >
      {!credential && (
        <SelectField
          label="Kind"
          required
          className="col-span-full"
          placeholder="Choose a kind"
          options={kinds.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={values.kindId}
          error={form.errors.kindId}
          onChange={({ target }) => {
            form.set('kindId', target.value);
            form.set('store', '');
          }}
        />
      )}
      {!credential && kind?.byStore && (
        <StoreField
          className="col-span-full"
          stores={data.stores}
          value={values.store}
          error={form.errors.store}
          onChange={({ target }) => form.set('store', target.value as Store)}
        />
      )}
      <TextField
        label="Issued on"
        type="date"
        max={today()}
        value={values.issuedOn}
        error={form.errors.issuedOn}
        onChange={({ target }) => changeIssued(target.value)}
      />
      {text('expiresOn', 'Expires on', {
        type: 'date',
        required: kind?.mustExpire ?? true,
        ...(kind && !kind.mustExpire && { hint: 'Leave it empty if it doesn’t expire' }),
      })}
      {text('number', 'Number', {
        maxLength: 60,
        ...((keepsNumber || kind?.isNumberPrivate) && {
          hint: keepsNumber
            ? 'Leave it empty to keep the number'
            : 'Only the employee and HR can read it',
        }),
      })}
      {text('issuer', 'Issued by', { maxLength: 100 })}
      {text('region', 'State', { maxLength: 2, placeholder: 'TX', inputClassName: 'uppercase' })}
      {text('class', 'Class', { maxLength: 40 })}
      {text('restrictions', 'Restrictions', { maxLength: 100, className: 'col-span-full' })}
    </FormDialog>
  );
}

const suggestionFor = (issuedOn: string, months: number | null | undefined) =>
  issuedOn && months ? addMonths(issuedOn, months) : '';

function textsOf(task: Task, { employee, isOwn, may }: EmployeeCredentials) {
  const { credential } = task;
  const note = may.verify
    ? `For ${employee.name}. It counts at once.`
    : 'It counts once HR has verified it.';
  if (!credential) {
    return {
      title: may.verify ? 'Add credential' : 'Submit credential',
      description: note,
      verb: may.verify ? 'Add' : 'Submit',
    };
  }
  if (task.task === 'correct') {
    return {
      title: `Correct ${inSentence(credential.kind.name)}`,
      description: `Of ${employee.name}. For a new one, choose Renew instead.`,
      verb: 'Save',
    };
  }
  return {
    title: `Renew ${isOwn ? 'your ' : ''}${inSentence(credential.kind.name)}`,
    description: note,
    verb: may.verify ? 'Renew' : 'Submit',
  };
}

type Form = ReturnType<typeof useDialogForm<ReturnType<typeof start>>>;

function useSaving(data: EmployeeCredentials, task: Task, form: Form, onClose: () => void) {
  const client = useQueryClient();
  // Repeats of one submit share it.
  const [clientId] = useState(() => uuid());
  const userId = data.employee.id;
  return useMutation({
    mutationFn: () => {
      const { kindId, store, number, region, issuedOn, expiresOn, ...texts } = form.values;
      const { credential } = task;
      // A sealed number is not in the form, also where its kind is no longer private.
      const isKept = number === '' && knownTerm(task)?.hasPrivateNumber;
      const facts = {
        ...texts,
        ...(!isKept && { number }),
        region: region.trim() || null,
        issuedOn: issuedOn || null,
        expiresOn: expiresOn || null,
      };
      if (!credential) {
        const body = {
          clientId,
          userId,
          kindId: Number(kindId),
          store: (store as Store) || null,
          ...facts,
        };
        return call(addCredential, { body });
      }
      const { id, version } = credential;
      const params = { credentialId: id };
      return task.task === 'correct'
        ? call(correctCredential, { params, body: { version, ...facts } })
        : call(renewCredential, { params, body: { clientId, version, ...facts } });
    },
    onSuccess: (saved) => {
      client.setQueryData(keyOf(userId), saved);
      onClose();
    },
    onError: form.refuse,
    onSettled: () => refreshRecords(client, queries),
  });
}
