import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Switch } from '../../../../platform/web/ui/Switch.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { toastFailure } from '../../../../platform/web/ui/toastFailure.ts';
import { changeSource, type Source } from '../../contract/settings.ts';
import { refreshLeads } from '../state/useLeads.ts';
import { Deliveries } from './Deliveries.tsx';
import { SourceKey } from './SourceKey.tsx';

/** One source: name, active switch, key and delivery log. */
export function SourceDetail({ source }: { source: Source }) {
  return (
    <div className="flex flex-col gap-6">
      <NameField source={source} />
      <ActiveSwitch source={source} />
      <SourceKey source={source} />
      <Deliveries source={source} />
    </div>
  );
}

function useChange({ id }: Source) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { name: string; isActive: boolean }) =>
      call(changeSource, { params: { sourceId: id }, body }),
    onSettled: () => refreshLeads(client),
  });
}

function NameField({ source }: { source: Source }) {
  const [name, setName] = useState(source.name);
  const { mutate, isPending, error, reset } = useChange(source);
  const changed = name.trim() !== source.name;
  return (
    <form
      noValidate
      className="flex items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (changed && name.trim() && !isPending) {
          mutate({ name: name.trim(), isActive: source.isActive });
        }
      }}
    >
      <TextField
        label="Name"
        className="flex-1"
        autoComplete="off"
        maxLength={60}
        value={name}
        error={name.trim() ? (error && sentenceOf(error)) || undefined : 'Enter a name'}
        onChange={(event) => {
          setName(event.target.value);
          reset();
        }}
      />
      <Button type="submit" disabled={!changed || !name.trim()} pending={isPending}>
        Rename
      </Button>
    </form>
  );
}

function ActiveSwitch({ source }: { source: Source }) {
  const { mutate, isPending, variables } = useChange(source);
  const checked = isPending ? variables.isActive : source.isActive;
  return (
    <Switch
      label="Accept leads from this source"
      hint="When off, its messages are rejected and it isn’t offered for new leads."
      checked={checked}
      onCheckedChange={(isActive) =>
        mutate(
          { name: source.name, isActive },
          { onError: (error) => toastFailure(error, 'Couldn’t update source') },
        )
      }
    />
  );
}
