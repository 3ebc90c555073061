import { Archive } from 'lucide-react';
import { permits } from '../../../platform/contract/access.ts';
import type { CurrentUser } from '../../access/contract.ts';
import { FileRetention } from '../../retention/web/public.ts';
import { CacheCard } from './cache/CacheCard.tsx';
import { AnnouncementCard } from './cards/AnnouncementCard.tsx';
import { ChatStoreCard } from './cards/ChatStoreCard.tsx';
import { InformationCard } from './cards/InformationCard.tsx';
import { MailCard } from './cards/MailCard.tsx';
import { NotificationTestCard } from './cards/NotificationTestCard.tsx';
import { TimezoneCard } from './cards/TimezoneCard.tsx';
import { NetworkCard } from './network/NetworkCard.tsx';
import { Card } from './parts/Card.tsx';
import { StorageCard } from './storage/StorageCard.tsx';

/** Status and maintenance of the server. */
export function SystemManagement({ user }: { user: CurrentUser }) {
  const manages = permits({ admin: 'system_management' }, user);
  const oversees = permits({ admin: 'system_overview' }, user);
  return (
    <div className="@container pt-5">
      <div className="grid items-start gap-4 @4xl:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          {(oversees || manages) && <InformationCard oversees={oversees} manages={manages} />}
          {manages && <AnnouncementCard />}
          {manages && <MailCard />}
          {manages && <RetentionCard />}
          {manages && <TimezoneCard />}
          <NotificationTestCard />
        </div>
        {manages && (
          <div className="flex min-w-0 flex-col gap-4">
            <CacheCard />
            <StorageCard />
            <ChatStoreCard />
            <NetworkCard />
          </div>
        )}
      </div>
    </div>
  );
}

/** Retention periods of documents. */
function RetentionCard() {
  return (
    <Card
      icon={Archive}
      title="File Retention"
      description="Periods count from the event, not from the upload."
    >
      <FileRetention />
    </Card>
  );
}
