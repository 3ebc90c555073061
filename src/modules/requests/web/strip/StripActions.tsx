import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Check, CircleX, Ellipsis, History, Pencil, Undo2, UserRoundPen } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useLocation } from 'wouter';
import { call } from '../../../../platform/web/api/call.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import { lazyPart } from '../../../../platform/web/ui/lazy/lazyPart.tsx';
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../../../../platform/web/ui/Menu.tsx';
import { toastFailure } from '../../../../platform/web/ui/toastFailure.ts';
import { chatGiveWay } from '../../../chat/web/public.ts';
import type { RequestRights } from '../../contract/rights.ts';
import { type Act, actOnRequest } from '../../contract.ts';
import { refetchRequests } from '../state/counts.ts';
import type { StripProps } from '../state/stripProps.ts';

const EditDialog = lazyPart(() => import('../form/EditDialog.tsx'), { place: 'dialog' });
const AssignDialog = lazyPart(() => import('../form/AssignDialog.tsx'), { place: 'dialog' });

type Props = Pick<StripProps, 'request' | 'target' | 'take' | 'me' | 'hasHistory'> & {
  can: RequestRights;
};

/** The most likely action as a button, the rest in a menu. */
export function StripActions({ request, target, take, me, can, hasHistory }: Props) {
  const [, navigate] = useLocation();
  const [openDialog, setOpenDialog] = useState<'change' | 'owner' | null>(null);
  const action = useRequestActions({ target, take });
  const run = (act: Act) => () => action.mutate(act);
  const next = nextOf(can, request.ownerId === me);
  const hasMore = !hasHistory || can.assign || can.change || can.release || can.cancel;
  const close = () => setOpenDialog(null);
  return (
    <span className="ml-auto flex items-center gap-1">
      {next && (
        <Button
          size="sm"
          variant={next.act === 'reopen' ? 'ghost' : 'secondary'}
          pending={action.isPending && action.variables === next.act}
          onClick={run(next.act)}
        >
          {next.label}
        </Button>
      )}
      {hasMore && (
        <Menu>
          <MenuTrigger asChild>
            <IconButton label="More about this request" icon={Ellipsis} size="sm" />
          </MenuTrigger>
          <MenuContent align="end">
            {can.finish && next?.act !== 'done' && (
              <MenuItem icon={Check} onSelect={run('done')}>
                Mark as done
              </MenuItem>
            )}
            {can.assign && (
              <MenuItem icon={UserRoundPen} onSelect={() => setOpenDialog('owner')}>
                {request.ownerId === null ? 'Assign…' : 'Reassign…'}
              </MenuItem>
            )}
            {can.change && (
              <MenuItem icon={Pencil} onSelect={() => setOpenDialog('change')}>
                Edit…
              </MenuItem>
            )}
            {can.release && (
              <MenuItem icon={Undo2} onSelect={run('release')}>
                Release
              </MenuItem>
            )}
            {!hasHistory && (
              <MenuItem
                icon={History}
                onSelect={() => {
                  navigate(`/requests?id=${target.messageId}`);
                  chatGiveWay();
                }}
              >
                View history
              </MenuItem>
            )}
            {can.cancel && (
              <MenuItem icon={CircleX} danger onSelect={run('cancel')}>
                Cancel request
              </MenuItem>
            )}
          </MenuContent>
        </Menu>
      )}
      <Suspense>
        {openDialog === 'change' && (
          <EditDialog request={request} target={target} take={take} onClose={close} />
        )}
        {openDialog === 'owner' && (
          <AssignDialog request={request} target={target} take={take} onClose={close} />
        )}
      </Suspense>
    </span>
  );
}

interface Next {
  act: Act;
  label: string;
}

function nextOf(can: RequestRights, isOwner: boolean): Next | null {
  if (can.claim) return { act: 'claim', label: 'Claim' };
  if (can.finish && isOwner) return { act: 'done', label: 'Done' };
  if (can.reopen) return { act: 'reopen', label: 'Reopen' };
  return null;
}

const failureTitles: Record<Act, string> = {
  claim: 'Couldn’t claim request',
  release: 'Couldn’t release request',
  done: 'Couldn’t complete request',
  cancel: 'Couldn’t cancel request',
  reopen: 'Couldn’t reopen request',
};

/** Runs an action on a request; a failure shows a toast. */
function useRequestActions({ target, take }: Pick<StripProps, 'target' | 'take'>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (act: Act) => call(actOnRequest, { params: { ...target, act } }),
    onSuccess: take,
    onError: (error, act) => toastFailure(error, failureTitles[act]),
    onSettled: () => refetchRequests(client),
  });
}
