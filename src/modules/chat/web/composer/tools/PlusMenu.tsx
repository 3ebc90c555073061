import { AtSign, ChartBarDecreasing, Paperclip, Plus, Siren } from 'lucide-react';
import { type RefObject, Suspense, useState } from 'react';
import { IconButton } from '../../../../../platform/web/ui/IconButton.tsx';
import { lazyPart } from '../../../../../platform/web/ui/lazy/lazyPart.tsx';
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../../../../../platform/web/ui/Menu.tsx';
import { insertText } from '../../parts/messageBox/changeText.ts';
import { UrgentDialog } from '../../parts/urgent/lazyDialog.ts';
import { useChat } from '../../state/chatContext.ts';
import { useChannels } from '../../state/conversations/useChannels.ts';
import { type ComposerTool, composerTools } from '../../state/extensions.ts';
import { toolClasses } from './toolClasses.ts';
import { useBackToBox } from './useBackToBox.ts';

const PollDialog = lazyPart(() => import('../polls/PollDialog.tsx'), { place: 'dialog' });

interface Props {
  box: RefObject<HTMLTextAreaElement | null>;
  picker: RefObject<HTMLInputElement | null>;
  channelId: string;
  draftKey: string;
  name: string;
  canPoll: boolean;
  disabled: boolean;
}

/** Everything that can be added to a message, with labels. */
export function PlusMenu({ box, picker, channelId, draftKey, name, canPoll, disabled }: Props) {
  const [polling, setPolling] = useState<'never' | 'open' | 'closed'>('never');
  const [tool, setTool] = useState<ComposerTool | null>(null);
  const [marking, setMarking] = useState(false);
  const { user, session } = useChat();
  const { drafts } = session;
  const channel = useChannels().data?.find(({ id }) => id === channelId);
  const writing = { channelId, name, channel, user };
  const tools = canPoll ? composerTools().filter(({ isOffered }) => isOffered(writing)) : [];
  const back = useBackToBox(box);
  const mention = () =>
    back.expect(() => {
      const { current } = box;
      if (!current) return;
      const before = current.value.slice(0, current.selectionStart);
      insertText(current, /(^|\s)$/.test(before) ? '@' : ' @');
    });
  return (
    <>
      <Menu>
        <MenuTrigger asChild onFocus={back.onFocus}>
          <IconButton label="More to add" icon={Plus} disabled={disabled} className={toolClasses} />
        </MenuTrigger>
        <MenuContent side="top">
          <MenuItem icon={Paperclip} onSelect={() => picker.current?.click()}>
            Attach files
          </MenuItem>
          <MenuItem icon={AtSign} onSelect={mention}>
            Mention someone
          </MenuItem>
          <MenuItem icon={Siren} onSelect={() => setMarking(true)}>
            Mark as urgent
          </MenuItem>
          {canPoll && (
            <MenuItem icon={ChartBarDecreasing} onSelect={() => setPolling('open')}>
              Create poll
            </MenuItem>
          )}
          {tools.map((one) => (
            <MenuItem key={one.id} icon={one.icon} onSelect={() => setTool(one)}>
              {one.label}
            </MenuItem>
          ))}
        </MenuContent>
      </Menu>
      <Suspense>
        {polling !== 'never' && (
          <PollDialog
            channelId={channelId}
            name={name}
            open={polling === 'open'}
            onClose={() => setPolling('closed')}
          />
        )}
        {marking && (
          <UrgentDialog
            before={drafts.get(draftKey).urgent ?? ''}
            onMarked={(reason) => {
              drafts.setUrgent(draftKey, reason);
              back.expect();
              setMarking(false);
            }}
            onClose={() => setMarking(false)}
          />
        )}
        {tool && <tool.Dialog {...writing} onClose={() => setTool(null)} />}
      </Suspense>
    </>
  );
}
