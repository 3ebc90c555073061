import { useMutation, useQueryClient } from '@tanstack/react-query';
import { sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { type Act, actOnRequest } from '../../contract.ts';
import { askAgain } from '../live/counts.ts';
import type { StripProps } from './stripProps.ts';

const refusals: Record<Act, string> = {
  claim: 'Not claimed',
  release: 'Not released',
  done: 'Not finished',
  cancel: 'Not cancelled',
  reopen: 'Not reopened',
};

/** One tap each; a refusal is said in a toast. */
export function useActs({ target, take }: Pick<StripProps, 'target' | 'take'>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (act: Act) => call(actOnRequest, { params: { ...target, act } }),
    onSuccess: take,
    onError: (error, act) =>
      toast({ title: refusals[act], description: sentenceOf(error), variant: 'destructive' }),
    onSettled: () => askAgain(client),
  });
}
