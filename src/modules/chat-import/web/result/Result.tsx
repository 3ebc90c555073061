import { plural } from '../../../../platform/web/format/amounts.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { Tab, TabList, TabPanel, Tabs } from '../../../../platform/web/ui/Tabs.tsx';
import { chatNavigate, useChannels } from '../../../chat/web/public.ts';
import type { ChatImport, ExportedChannel } from '../../contract.ts';
import { channelKinds } from '../labels.ts';
import { Pane } from '../parts/Pane.tsx';
import { Walked } from '../parts/Walked.tsx';
import { Removed } from './Removed.tsx';

interface Props {
  file: ChatImport;
  /** Called before opening a conversation. */
  close: () => void;
}

/** What was imported, and the problems. */
export function Result({ file, close }: Props) {
  const { channels, problems, problemCount } = file;
  const showsRemoved = file.state === 'undone' && file.canReadRemoved;
  const here = channels.filter(({ channelId }) => channelId !== null);
  return (
    <Tabs defaultValue="conversations">
      <TabList aria-label="Result">
        <Tab value="conversations">
          Conversations
          <span className="font-normal text-muted">{here.length.toLocaleString('en-US')}</span>
        </Tab>
        {showsRemoved && <Tab value="removed">Removed messages</Tab>}
        <Tab value="problems">
          Problems
          <span className="font-normal text-muted">{problemCount.toLocaleString('en-US')}</span>
        </Tab>
      </TabList>
      <TabPanel value="conversations" tabIndex={-1}>
        <Pane label="Conversations">
          {here.length === 0 && <EmptyState title="No conversations" />}
          <Walked label="Conversations" items={here}>
            {(channel) => <Conversation key={channel.sourceId} {...{ channel, close }} />}
          </Walked>
        </Pane>
      </TabPanel>
      {showsRemoved && (
        <TabPanel value="removed" tabIndex={-1}>
          <Removed importId={file.id} />
        </TabPanel>
      )}
      <TabPanel value="problems" tabIndex={-1}>
        <Pane label="Problems">
          {problems.length === 0 && <EmptyState title="No problems" />}
          <ProblemList {...{ problems, problemCount }} />
        </Pane>
      </TabPanel>
    </Tabs>
  );
}

function Conversation({ channel, close }: { channel: ExportedChannel } & Pick<Props, 'close'>) {
  const { name, kind, messages, channelId } = channel;
  const { data: mine } = useChannels();
  // Private conversations of others stay private, regardless of who imported them.
  const isOpen = kind === 'public' || mine?.some(({ id }) => id === channelId);
  return (
    <li className="flex min-h-12 items-center justify-between gap-3 px-3 py-2">
      <span className="min-w-0">
        <span className="block truncate text-sm font-medium">{name}</span>
        <span className="block truncate text-xs text-muted">
          {[channelKinds[kind], plural(messages, 'message')].join(' · ')}
        </span>
      </span>
      {isOpen && channelId !== null && (
        <Button
          size="sm"
          aria-label={`Open ${name}`}
          onClick={() => {
            close();
            chatNavigate({ channelId });
          }}
        >
          Open
        </Button>
      )}
    </li>
  );
}

function ProblemList({ problems, problemCount }: Pick<ChatImport, 'problems' | 'problemCount'>) {
  return (
    <>
      <Walked label="Problems" items={problems}>
        {({ where, error }) => (
          <li className="px-3 py-2 text-sm wrap-anywhere">
            <span className="block font-medium">{where}</span>
            <span className="block text-muted">{error}</span>
          </li>
        )}
      </Walked>
      {problemCount > problems.length && (
        <p className="border-t border-border px-3 py-2 text-sm text-muted">
          {`The first ${problems.length} of ${problemCount.toLocaleString('en-US')}.`}
        </p>
      )}
    </>
  );
}
