import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor, queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { useLiveQueries } from '../../../../platform/web/realtime/useLiveQueries.ts';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { toastError } from '../../../../platform/web/ui/toastFailure.ts';
import { notificationSent } from '../../../notifications/contract.ts';
import { listNameRequests, type NameRequest } from '../../../people/contract.ts';
import { approveNameRequest, declineNameRequest } from '../../contract.ts';
import { Section } from '../Section.tsx';

/** Name changes requested by colleagues; hidden from people who cannot decide any. */
export function NameRequests() {
  const { data: requests = [] } = useQuery({
    ...queryOptionsFor(listNameRequests),
    refetchOnMount: 'always',
  });
  const start = useRef<HTMLDivElement>(null);
  const isShown = requests.length > 0;
  const isLinked = useAddress().hash === 'name-changes';
  useLiveQueries([queryKeyFor(listNameRequests)], [notificationSent]);
  useEffect(() => {
    if (!isShown || !isLinked) return;
    // After the frame has scrolled the new page to the top.
    const frame = requestAnimationFrame(() => start.current?.scrollIntoView());
    return () => cancelAnimationFrame(frame);
  }, [isShown, isLinked]);
  if (!isShown) return null;
  return (
    <div ref={start}>
      <Section
        title="Name changes"
        description="Name changes requested by colleagues. Approve only names you know are theirs."
      >
        <ul className="divide-y divide-border">
          {requests.map((request) => (
            <RequestItem key={request.id} request={request} />
          ))}
        </ul>
      </Section>
    </div>
  );
}

function RequestItem({ request }: { request: NameRequest }) {
  const client = useQueryClient();
  const { id, currentName, username, firstName, lastName } = request;
  const item = useRef<HTMLLIElement>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: (approve: boolean) =>
      approve
        ? call(approveNameRequest, { params: { requestId: id } })
        : call(declineNameRequest, { params: { requestId: id } }),
    onSuccess: ({ message }) => {
      toast({ title: message });
      leave(item.current);
    },
    onError: (error) => toastError(error, 'Couldn’t save name change. Try again.'),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeyFor(listNameRequests) }),
  });
  const name = `${firstName} ${lastName}`;
  return (
    <li ref={item} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3 first:pt-0">
      <div className="min-w-0 flex-1 basis-48">
        <p className="text-base font-medium text-text wrap-anywhere">{name}</p>
        <p className="text-xs text-muted wrap-anywhere">{`Currently ${currentName} · ${username}`}</p>
      </div>
      <Button size="sm" disabled={isPending} onClick={() => mutate(false)}>
        Decline
        <span className="sr-only">{` the name ${name}`}</span>
      </Button>
      <Button size="sm" variant="primary" pending={isPending} onClick={() => mutate(true)}>
        Approve
        <span className="sr-only">{` the name ${name}`}</span>
      </Button>
    </li>
  );
}

/** Moves focus to the next request, or to the page after the last, before the focused element is removed. */
function leave(item: HTMLElement | null): void {
  if (!item?.contains(document.activeElement)) return;
  const next = item.nextElementSibling ?? item.previousElementSibling;
  const target = next?.querySelector('button') ?? item.closest('main');
  target?.focus();
}
