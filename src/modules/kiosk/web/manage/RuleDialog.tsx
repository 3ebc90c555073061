import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { storeNames } from '../../../../platform/contract/names.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { useDialogForm } from '../../../../platform/web/forms/useDialogForm.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { FormDialog } from '../../../../platform/web/ui/FormDialog.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { TextArea } from '../../../../platform/web/ui/TextArea.tsx';
import { toast } from '../../../../platform/web/ui/toast.ts';
import {
  type KioskRule,
  type PunchOrigin,
  punchOrigins,
  setKioskRule,
} from '../../contract/devices.ts';
import { originHints, originNames } from '../state/labels.ts';
import { kiosksKey } from '../state/useKiosks.ts';

const options = punchOrigins.map((value) => ({ value, label: originNames[value] }));
const listOf = (typed: string) => typed.split(/[\s,;]+/).filter(Boolean);

interface Props {
  rule: KioskRule;
  /** The address this page was loaded from. */
  ip: string;
  onClose: () => void;
}

/** From where the employees of one store may punch. */
export default function RuleDialog({ rule, ip, onClose }: Props) {
  const client = useQueryClient();
  // As it was when opened, so that later changes by others are not overwritten.
  const [{ store, version, punchFrom, networks }] = useState(rule);
  const form = useDialogForm<{ punchFrom: PunchOrigin; networks: string }>({
    punchFrom,
    networks: networks.join('\n'),
  });
  const { values } = form;
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call(setKioskRule, {
        params: { store },
        body: { version, punchFrom: values.punchFrom, networks: listOf(values.networks) },
      }),
    onSuccess: () => {
      toast({ title: `Rule for ${storeNames[store]} saved` });
      onClose();
    },
    onError: form.refuse,
    onSettled: () => client.invalidateQueries({ queryKey: kiosksKey }),
  });
  const isListed = listOf(values.networks).some((one) => one === ip || one.startsWith(`${ip}/`));
  return (
    <FormDialog
      title={`Where employees of ${storeNames[store]} may punch`}
      description="For punches on their own phones and computers."
      verb="Save"
      pending={isPending}
      isDirty={form.isDirty}
      refusal={form.refusal}
      onClose={onClose}
      onSubmit={() => {
        const isEmpty = values.punchFrom === 'networks' && listOf(values.networks).length === 0;
        if (form.check({ networks: isEmpty && 'Enter at least one network' })) mutate();
      }}
    >
      <SelectField
        label="Employees may punch"
        options={options}
        hint={originHints[values.punchFrom]}
        value={values.punchFrom}
        error={form.errors.punchFrom}
        onChange={(event) => form.set('punchFrom', event.target.value as PunchOrigin)}
      />
      {values.punchFrom === 'networks' && (
        <>
          <TextArea
            label="Allowed networks"
            hint="One per line: an address such as 203.0.113.7, or a block such as 10.20.0.0/16."
            rows={4}
            spellCheck={false}
            value={values.networks}
            error={form.errors.networks}
            onChange={(event) => form.set('networks', event.target.value)}
          />
          <p className="flex flex-wrap items-center gap-3 text-sm text-muted">
            {`You are at ${ip}.`}
            {!isListed && (
              <Button
                size="sm"
                onClick={() => form.set('networks', [...listOf(values.networks), ip].join('\n'))}
              >
                Add this address
              </Button>
            )}
          </p>
        </>
      )}
    </FormDialog>
  );
}
