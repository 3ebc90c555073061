import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { toast } from '../../../../platform/web/ui/toast.ts';
import {
  getPreferences,
  maxUtilities,
  setPreferences,
  type UtilityId,
} from '../../contract/preferences.ts';
import { UtilityChoice } from './UtilityChoice.tsx';
import type { Utility } from './utilities.ts';

interface Props {
  selected: readonly UtilityId[];
  /** The utilities this user may choose. */
  usable: readonly Utility[];
  open: boolean;
  setOpen: (open: boolean) => void;
}

export function PreferencesDialog({ selected, usable, open, setOpen }: Props) {
  const [draft, setDraft] = useState<readonly UtilityId[] | null>(null);
  const close = () => {
    setOpen(false);
    setDraft(null);
  };
  const { mutate, isPending } = useSavePreferences(close);
  const shown = draft ?? selected;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? setOpen(true) : close())}
      title="Dashboard Preferences"
      description={`Choose up to ${maxUtilities} utilities for Quick Access. They appear in this order.`}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button
            variant="primary"
            pending={isPending}
            pendingLabel="Saving…"
            onClick={() => mutate(shown)}
          >
            Save Preferences
          </Button>
        </>
      }
    >
      <UtilityChoice usable={usable} selected={shown} onChange={setDraft} />
    </Dialog>
  );
}

/** Saves the selection; `saved` runs on success. */
function useSavePreferences(saved: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (selected: readonly UtilityId[]) =>
      call(setPreferences, { body: { selectedUtilities: [...selected] } }),
    onSuccess: (reply) => {
      client.setQueryData(queryKeyFor(getPreferences), reply);
      saved();
    },
    onError: () =>
      toast({
        title: 'Update Failed',
        description: 'Failed to update dashboard preferences.',
        variant: 'destructive',
      }),
  });
}
