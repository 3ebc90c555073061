import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Store, stores } from '../../../../platform/contract/access.ts';
import { storeNames } from '../../../../platform/contract/names.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { useDialogForm } from '../../../../platform/web/forms/useDialogForm.ts';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { FormDialog } from '../../../../platform/web/ui/FormDialog.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { toast } from '../../../../platform/web/ui/toast.ts';
import {
  type Codes,
  type CodesOfUnit,
  gustoTimeOff,
  listCodes,
  type Provider,
  providerNames,
  providers,
  setCodes,
  usesCode,
} from '../../contract/exports.ts';
import { type Unit, unitNames } from '../../contract/rights.ts';
import { refreshPayroll } from '../state/usePayroll.ts';

const title = 'Provider codes';

/** How a payroll provider names things, at each store. */
export default function CodesDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery({
    ...queryOptionsFor(listCodes),
    refetchOnMount: 'always',
  });
  const [provider, setProvider] = useState<Provider>('adp');
  const [chosen, setUnit] = useState<Unit>();
  const units = [...new Set(data?.codes.map(({ unit }) => unit))];
  const unit = chosen ?? units[0];
  const found = data?.codes.find((one) => one.provider === provider && one.unit === unit);
  if (data && found) {
    return (
      <CodesForm
        key={`${provider} ${unit} ${found.version}`}
        found={found}
        units={units}
        kinds={data.timeOffKinds}
        onChoose={(next) => {
          setProvider(next.provider);
          setUnit(next.unit);
        }}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title}>
      {error ? (
        <NotLoaded what="provider codes" error={error} onRetry={refetch} />
      ) : (
        <Skeleton className="h-80" />
      )}
    </Dialog>
  );
}

const companyNames: Record<Provider, string> = {
  adp: 'Company code (Co Code)',
  paychex: 'Client ID',
  gusto: '',
};
const storeLabels: Record<Provider, string> = {
  adp: 'Temporary department of hours worked at',
  paychex: 'Organization of hours worked at',
  gusto: '',
};
const earnings = [
  ['regular', 'Regular hours'],
  ['overtime', 'Overtime'],
  ['doubleTime', 'Double time'],
  ['mealPremium', 'Meal premium'],
] as const;
const gustoNames: Record<(typeof gustoTimeOff)[number], string> = {
  pto: 'Paid time off',
  sick: 'Sick leave',
};

interface FormProps {
  found: CodesOfUnit;
  units: readonly Unit[];
  kinds: readonly string[];
  onChoose: (next: { provider: Provider; unit: Unit }) => void;
  onClose: () => void;
}

function CodesForm({ found, units, kinds, onChoose, onClose }: FormProps) {
  const { provider, unit, codes, version } = found;
  const client = useQueryClient();
  const form = useDialogForm<Codes>(codes);
  const { values } = form;
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call(setCodes, { params: { provider, unit }, body: { codes: values, version } }),
    onSuccess: async () => {
      await refreshPayroll(client);
      toast({ title: 'Codes saved' });
    },
    onError: form.refuse,
  });
  const uses = (name: keyof Codes) => usesCode[provider].includes(name);
  const setStore = (store: Store, code: string) =>
    form.set('stores', { ...values.stores, [store]: code });
  const setKind = (kind: string, code: string) =>
    form.set('timeOff', { ...values.timeOff, [kind]: code });
  const hasFields = provider !== 'gusto' || kinds.length > 0;
  return (
    <FormDialog
      title={title}
      description="As the payroll provider has set them up. They are in the files from the next export on."
      isDirty={form.isDirty}
      verb="Save codes"
      isReadOnly={!hasFields}
      pending={isPending}
      refusal={form.refusal}
      onClose={onClose}
      onSubmit={() => mutate()}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <SelectField
          label="Payroll provider"
          options={providers.map((value) => ({ value, label: providerNames[value] }))}
          value={provider}
          disabled={form.isDirty}
          onChange={({ target }) => onChoose({ provider: target.value as Provider, unit })}
        />
        <SelectField
          label="Home store"
          options={units.map((value) => ({ value, label: unitNames[value] }))}
          value={unit}
          disabled={form.isDirty}
          onChange={({ target }) => onChoose({ provider, unit: target.value as Unit })}
        />
      </div>
      {!hasFields && (
        <p className="text-sm text-muted">
          Gusto has a column for everything. There is nothing to set.
        </p>
      )}
      {uses('company') && (
        <TextField
          label={companyNames[provider]}
          maxLength={provider === 'adp' ? 3 : 8}
          value={values.company}
          onChange={({ target }) => form.set('company', target.value)}
        />
      )}
      {provider !== 'gusto' && (
        <div className="grid gap-3 sm:grid-cols-2">
          {earnings
            .filter(([name]) => uses(name))
            .map(([name, label]) => (
              <TextField
                key={name}
                label={label}
                maxLength={30}
                value={values[name]}
                onChange={({ target }) => form.set(name, target.value)}
              />
            ))}
        </div>
      )}
      {uses('stores') && (
        <fieldset className="grid gap-3 sm:grid-cols-3">
          <legend className="mb-1.5 text-sm font-medium text-text">{storeLabels[provider]}</legend>
          {stores.map((store) => (
            <TextField
              key={store}
              label={storeNames[store]}
              maxLength={30}
              value={values.stores[store]}
              onChange={({ target }) => setStore(store, target.value)}
            />
          ))}
        </fieldset>
      )}
      {kinds.length > 0 && (
        <fieldset className="grid gap-3 sm:grid-cols-2">
          <legend className="mb-1.5 text-sm font-medium text-text">Time off</legend>
          {kinds.map((kind) =>
            provider === 'gusto' ? (
              <SelectField
                key={kind}
                label={kind}
                placeholder="Choose a column"
                options={gustoTimeOff.map((value) => ({ value, label: gustoNames[value] }))}
                value={values.timeOff[kind] ?? ''}
                onChange={({ target }) => setKind(kind, target.value)}
              />
            ) : (
              <TextField
                key={kind}
                label={kind}
                maxLength={30}
                value={values.timeOff[kind] ?? ''}
                onChange={({ target }) => setKind(kind, target.value)}
              />
            ),
          )}
        </fieldset>
      )}
    </FormDialog>
  );
}
