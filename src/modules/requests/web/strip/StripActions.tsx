import { Check, CircleX, Ellipsis, History, Pencil, Undo2, UserRoundPen } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useLocation } from 'wouter';
import { lazyPart } from '../../../../platform/web/lazy/lazyPart.tsx';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../../../../platform/web/ui/Menu.tsx';
import { chatGiveWay } from '../../../chat/web/public.ts';
import type { RequestRights } from '../../contract/rights.ts';
import type { Act } from '../../contract.ts';
import type { StripProps } from './stripProps.ts';
import { useActs } from './useActs.ts';

const ChangeDialog = lazyPart(() => import('../asking/ChangeDialog.tsx'), { place: 'dialog' });
const HandOverDialog = lazyPart(() => import('../asking/HandOverDialog.tsx'), { place: 'dialog' });

type Props = Pick<StripProps, 'request' | 'target' | 'take' | 'me' | 'toldHere'> & {
  can: RequestRights;
};

/** What comes next at the first tap, the rest in a menu. */
export function StripActions({ request, target, take, me, can, toldHere }: Props) {
  const [, navigate] = useLocation();
  const [asked, setAsked] = useState<'change' | 'owner' | null>(null);
  const acts = useActs({ target, take });
  const run = (act: Act) => () => acts.mutate(act);
  const next = nextOf(can, request.ownerId === me);
  const hasMore = !toldHere || can.handOver || can.change || can.release || can.cancel;
  const close = () => setAsked(null);
  return (
    <span className="ml-auto flex items-center gap-1">
      {next && (
        <Button
          size="sm"
          variant={next.act === 'reopen' ? 'ghost' : 'secondary'}
          pending={acts.isPending && acts.variables === next.act}
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
            {can.handOver && (
              <MenuItem icon={UserRoundPen} onSelect={() => setAsked('owner')}>
                {request.ownerId === null ? 'Give to somebody…' : 'Hand over…'}
              </MenuItem>
            )}
            {can.change && (
              <MenuItem icon={Pencil} onSelect={() => setAsked('change')}>
                Change…
              </MenuItem>
            )}
            {can.release && (
              <MenuItem icon={Undo2} onSelect={run('release')}>
                Release
              </MenuItem>
            )}
            {!toldHere && (
              <MenuItem
                icon={History}
                onSelect={() => {
                  navigate(`/requests?id=${target.messageId}`);
                  chatGiveWay();
                }}
              >
                Show its story
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
        {asked === 'change' && (
          <ChangeDialog request={request} target={target} take={take} onClose={close} />
        )}
        {asked === 'owner' && (
          <HandOverDialog request={request} target={target} take={take} onClose={close} />
        )}
      </Suspense>
    </span>
  );
}

interface Next {
  act: Act;
  label: string;
}

function nextOf(can: RequestRights, owns: boolean): Next | null {
  if (can.claim) return { act: 'claim', label: 'Claim' };
  if (can.finish && owns) return { act: 'done', label: 'Done' };
  if (can.reopen) return { act: 'reopen', label: 'Reopen' };
  return null;
}
