import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor, queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { toastFailure } from '../../../../platform/web/ui/toastFailure.ts';
import {
  changeView,
  deleteView,
  leaveView,
  listViews,
  sendView,
  type View,
} from '../../contract/views.ts';

export type Person = View['owner'];

/** An open dialog for a view. */
export interface ViewDialog {
  what: 'rename' | 'schedule';
  view: View;
}

export const useViews = () =>
  useQuery({ ...queryOptionsFor(listViews), refetchOnMount: 'always', refetchOnWindowFocus: true });

/** Refetches the list of views after a change. */
export function useRefreshViews() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: queryKeyFor(listViews) });
}

/** The view as it is now; the list shows it, too. */
export function useLatestView() {
  const client = useQueryClient();
  return async (view: View): Promise<View> => {
    const views = await client.fetchQuery({ ...queryOptionsFor(listViews), staleTime: 0 });
    return views.find(({ id }) => id === view.id) ?? view;
  };
}

type ViewChanges = Partial<Pick<View, 'name' | 'question' | 'isShared'>>;

export const updateView = (view: View, changes: ViewChanges) => {
  const { id: viewId, name, report, question, isShared, version } = view;
  return call(changeView, {
    params: { viewId },
    body: { name, report, question, isShared, version, ...changes },
  });
};

interface ViewAction<Input> {
  run: (input: Input) => Promise<unknown>;
  done: string;
  failed: string;
}

/** An action on a view without a form; the result is a toast. */
export function useViewAction<Input>({ run, done, failed }: ViewAction<Input>) {
  const refresh = useRefreshViews();
  return useMutation({
    mutationFn: run,
    onSuccess: () => toast({ title: done }),
    onError: (error) => toastFailure(error, failed),
    onSettled: refresh,
  });
}

export const useShare = (view: View) =>
  useViewAction({
    run: (isShared: boolean) => updateView(view, { isShared }),
    done: view.isShared ? 'View no longer shared' : 'View shared',
    failed: 'Couldn’t update view',
  });

export const useDelete = (view: View) =>
  useViewAction<void>({
    run: () => call(deleteView, { params: { viewId: view.id } }),
    done: `“${view.name}” deleted`,
    failed: 'Couldn’t delete view',
  });

export const useLeave = (view: View) =>
  useViewAction<void>({
    run: () => call(leaveView, { params: { viewId: view.id } }),
    done: `You no longer receive “${view.name}” by email`,
    failed: 'Couldn’t stop emails',
  });

export const useSend = (view: View) =>
  useViewAction<void>({
    run: () => call(sendView, { params: { viewId: view.id } }),
    done: 'Email sent to you',
    failed: 'Couldn’t send email',
  });
