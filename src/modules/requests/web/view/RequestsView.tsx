import { History } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { buttonClasses } from '../../../../platform/web/ui/Button.tsx';
import { ScrollArea } from '../../../../platform/web/ui/ScrollArea.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { Tab, TabList, TabPanel, Tabs } from '../../../../platform/web/ui/Tabs.tsx';
import { useCurrentUser } from '../../../access/web/public.ts';
import { chatGiveWay } from '../../../chat/web/public.ts';
import { type Queue, queues } from '../../contract.ts';
import { useCounts } from '../state/counts.ts';
import { useChannelNames } from '../state/useChannelNames.ts';
import { FiguresPanel } from './figures/FiguresPanel.tsx';
import { QueueList } from './queue/QueueList.tsx';

const names: Record<Queue, string> = {
  mine: 'Assigned to me',
  asked: 'Requested by me',
  unclaimed: 'Unassigned',
};

type View = Queue | 'figures';

/** The request queues of all conversations, and response times. */
export default function RequestsView() {
  const user = useCurrentUser();
  const [shown, setShown] = useState<View>('mine');
  const [channelId, setChannelId] = useState('');
  const counts = useCounts();
  const channels = useChannelNames();
  if (!user) return null;
  const channelFilter = channelId || undefined;
  return (
    <Tabs
      value={shown}
      onValueChange={(next) => setShown(next as View)}
      className="flex min-h-0 flex-1 flex-col"
    >
      <div className="flex shrink-0 flex-wrap items-end justify-between gap-x-4 gap-y-2 border-b border-border px-4 pt-2">
        <TabList aria-label="Requests" className="border-b-0">
          {queues.map((queue) => (
            <Tab key={queue} value={queue}>
              {names[queue]}
              <span className="text-xs text-muted tabular-nums">{counts?.[queue] ?? ''}</span>
            </Tab>
          ))}
          <Tab value="figures">Metrics</Tab>
        </TabList>
        <span className="mb-2 flex items-center gap-2">
          <Link
            href="/requests"
            onClick={chatGiveWay}
            className={buttonClasses({ variant: 'ghost' })}
          >
            <History aria-hidden />
            Closed
          </Link>
          <SelectField
            label="Conversation"
            labelHidden
            placeholder="All my conversations"
            options={channels.options}
            value={channelId}
            onChange={({ target }) => setChannelId(target.value)}
            className="w-52"
          />
        </span>
      </div>
      <ScrollArea className="min-h-0 flex-1">
        {queues.map((queue) => (
          <TabPanel key={queue} value={queue} className="pt-0!">
            <QueueList
              key={channelId}
              queue={queue}
              channelId={channelFilter}
              me={user.id}
              channels={channels}
            />
          </TabPanel>
        ))}
        <TabPanel value="figures" className="pt-0!">
          <FiguresPanel channelId={channelFilter} nameOf={channels.nameOf} />
        </TabPanel>
      </ScrollArea>
    </Tabs>
  );
}
