import {
  ChartBarDecreasing,
  Copy,
  Ellipsis,
  Eye,
  Forward,
  Link,
  MailOpen,
  MessageSquareText,
  Pencil,
  Pin,
  PinOff,
  Reply,
  Smile,
  SmilePlus,
  Star,
  StarOff,
  Trash,
} from 'lucide-react';
import { IconButton } from '../../../../../platform/web/ui/IconButton.tsx';
import {
  Menu,
  MenuContent,
  MenuItem,
  MenuSeparator,
  MenuTrigger,
} from '../../../../../platform/web/ui/Menu.tsx';
import { toast } from '../../../../../platform/web/ui/toast.ts';
import type { ChatMessage } from '../../../contract.ts';
import { useChat } from '../../state/chatContext.ts';
import { messageActions } from '../../state/extensions.ts';
import { allowedWith } from '../../state/messages/allowed.ts';
import { requestEdit } from '../../state/messages/editing.ts';
import { usePlace } from '../../state/messages/place.ts';
import { showDialog } from '../../state/messages/shownDialog.ts';
import { useMessageActions } from '../../state/messages/useMessageActions.ts';
import { useViewedMessage } from '../../state/messages/useViewedMessage.ts';
import { draftKey } from '../../state/store/drafts.ts';
import { openThread } from '../../state/view/openThread.ts';

interface Props {
  message: ChatMessage;
  /** Includes the actions that are separate buttons on other devices. */
  touch: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The remaining message actions. */
export function MoreMenu({ message, touch, onOpenChange }: Props) {
  return (
    <Menu onOpenChange={onOpenChange}>
      <MenuTrigger asChild>
        <IconButton
          data-act="more"
          label="More actions"
          icon={Ellipsis}
          size="sm"
          tooltip={!touch}
          className={touch ? 'h-8! text-muted' : 'size-6!'}
        />
      </MenuTrigger>
      <MenuContent align="end" className="w-60">
        <Items message={message} touch={touch} />
      </MenuContent>
    </Menu>
  );
}

function Items({ message, touch }: Omit<Props, 'onOpenChange'>) {
  const { user, session } = useChat();
  const { channel, threadId } = usePlace();
  const actions = useMessageActions();
  const allowed = allowedWith(message, channel, user.id);
  const show = (kind: 'delete' | 'forward' | 'readers' | 'react' | 'reactors' | 'voters') => () =>
    showDialog({ kind, message });
  const votes = message.metadata?.poll?.options.some(({ voters }) => voters.length > 0);
  const { seq } = message;
  return (
    <>
      {touch && allowed.change && (
        <MenuItem icon={SmilePlus} onSelect={show('react')}>
          Add reaction
        </MenuItem>
      )}
      {touch && allowed.change && threadId === null && (
        <MenuItem
          icon={MessageSquareText}
          onSelect={() => openThread(message.channelId, message.threadId ?? message.id)}
        >
          Reply in thread
        </MenuItem>
      )}
      {allowed.change && message.seq !== null && threadId === null && (
        <MenuItem
          icon={Reply}
          onSelect={() => session.drafts.setReplyTo(draftKey(message.channelId), message.id)}
        >
          Quote
        </MenuItem>
      )}
      {allowed.edit && (
        <MenuItem
          icon={Pencil}
          shortcut={touch ? null : 'E'}
          onSelect={() => requestEdit(message.id)}
        >
          Edit
        </MenuItem>
      )}
      {allowed.change && (
        <MenuItem icon={message.isPinned ? PinOff : Pin} onSelect={() => void actions.pin(message)}>
          {message.isPinned ? 'Unpin' : 'Pin to channel'}
        </MenuItem>
      )}
      {message.deletedAt === null && (
        <MenuItem
          icon={message.isStarred ? StarOff : Star}
          shortcut={touch ? null : 'S'}
          onSelect={() => void actions.star(message)}
        >
          {message.isStarred ? 'Unstar' : 'Star'}
        </MenuItem>
      )}
      {threadId === null && seq !== null && (
        <MenuItem icon={MailOpen} onSelect={() => void actions.markUnread(message, seq)}>
          Mark unread from here
        </MenuItem>
      )}
      <ExtensionItems message={message} />
      <MenuSeparator />
      {allowed.forward && (
        <MenuItem icon={Forward} onSelect={show('forward')}>
          Forward…
        </MenuItem>
      )}
      {allowed.copyText && (
        <MenuItem icon={Copy} onSelect={() => void copy(message.content, 'Text')}>
          Copy text
        </MenuItem>
      )}
      <MenuItem icon={Link} onSelect={() => void copy(linkTo(message), 'Link')}>
        Copy link
      </MenuItem>
      <MenuItem icon={Eye} onSelect={show('readers')}>
        Seen by…
      </MenuItem>
      {message.reactions.length > 0 && (
        <MenuItem icon={Smile} onSelect={show('reactors')}>
          View reactions
        </MenuItem>
      )}
      {votes && (
        <MenuItem icon={ChartBarDecreasing} onSelect={show('voters')}>
          View votes
        </MenuItem>
      )}
      {allowed.remove && (
        <>
          <MenuSeparator />
          <MenuItem icon={Trash} danger onSelect={show('delete')}>
            Delete
          </MenuItem>
        </>
      )}
    </>
  );
}

/** Actions added by other modules. */
function ExtensionItems({ message }: Pick<Props, 'message'>) {
  const viewed = useViewedMessage(message);
  return messageActions()
    .filter(({ isOffered }) => isOffered(viewed))
    .map((action) => (
      <MenuItem
        key={action.id}
        icon={action.icon}
        onSelect={() => showDialog({ kind: 'extension', action, viewed })}
      >
        {action.label(viewed)}
      </MenuItem>
    ));
}

function linkTo({ channelId, id, threadId }: ChatMessage): string {
  const query = new URLSearchParams({ channel: channelId, message: id });
  if (threadId) query.set('thread', threadId);
  return `${window.location.origin}/?${query}`;
}

/** Nothing else on screen shows that the text was copied. */
async function copy(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast({ title: `${what} copied` });
  } catch {
    // The browser may forbid it, e.g. without HTTPS.
    toast({ variant: 'destructive', title: `Couldn’t copy ${what.toLowerCase()}` });
  }
}
