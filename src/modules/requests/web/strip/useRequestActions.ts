import { useMutation, useQueryClient } from '@tanstack/react-query';
import { sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { type Act, actOnRequest } from '../../contract.ts';
import { refetchRequests } from '../live/counts.ts';
import type { StripProps } from './stripProps.ts';

const failureTitles: Record<Act, string> = {
  claim: 'Couldn’t claim request',
  release: 'Couldn’t release request',
  done: 'Couldn’t complete request',
  cancel: 'Couldn’t cancel request',
  reopen: 'Couldn’t reopen request',
};

/** Runs an action on a request; a failure shows a toast. */
export function useRequestActions({ target, take }: Pick<StripProps, 'target' | 'take'>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (act: Act) => call(actOnRequest, { params: { ...target, act } }),
    onSuccess: take,
    onError: (error, act) =>
      toast({ title: failureTitles[act], description: sentenceOf(error), variant: 'destructive' }),
    onSettled: () => refetchRequests(client),
  });
}
