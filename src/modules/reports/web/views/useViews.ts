import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor, queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { toast } from '../../../../platform/web/ui/toast.ts';
import {
  changeView,
  deleteView,
  leaveView,
  listViews,
  sendView,
  type View,
} from '../../contract/views.ts';

export type Person = View['owner'];

/** A dialog that is open over a view. */
export interface Doing {
  what: 'rename' | 'schedule';
  view: View;
}

export const useViews = () =>
  useQuery({ ...queryOptionsFor(listViews), refetchOnMount: 'always', refetchOnWindowFocus: true });

/** After any change of a view: the list of them is asked for anew. */
export function useRefreshViews() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: queryKeyFor(listViews) });
}

type Changed = Partial<Pick<View, 'name' | 'question' | 'isShared'>>;

/** A view with something changed, as its call has it. */
export const changedView = (view: View, changed: Changed) => {
  const { id: viewId, name, report, question, isShared, version } = view;
  return call(changeView, {
    params: { viewId },
    body: { name, report, question, isShared, version, ...changed },
  });
};

interface Act<Given> {
  act: (given: Given) => Promise<unknown>;
  done: string;
  failed: string;
}

/** One act on a view, without a form: what became of it is said in passing. */
export function useViewAct<Given>({ act, done, failed }: Act<Given>) {
  const refresh = useRefreshViews();
  return useMutation({
    mutationFn: act,
    onSuccess: () => toast({ title: done }),
    onError: (error) =>
      toast({ variant: 'destructive', title: failed, description: sentenceOf(error) }),
    onSettled: refresh,
  });
}

export const useShare = (view: View) =>
  useViewAct({
    act: (isShared: boolean) => changedView(view, { isShared }),
    done: view.isShared ? 'No longer shared' : 'Shared with everybody who reads this report',
    failed: 'Not changed',
  });

export const useDelete = (view: View) =>
  useViewAct<void>({
    act: () => call(deleteView, { params: { viewId: view.id } }),
    done: `“${view.name}” deleted`,
    failed: 'Not deleted',
  });

export const useLeave = (view: View) =>
  useViewAct<void>({
    act: () => call(leaveView, { params: { viewId: view.id } }),
    done: `You get no more mails of “${view.name}”`,
    failed: 'Not changed',
  });

export const useSend = (view: View) =>
  useViewAct<void>({
    act: () => call(sendView, { params: { viewId: view.id } }),
    done: 'On its way to your mailbox',
    failed: 'Not sent',
  });
