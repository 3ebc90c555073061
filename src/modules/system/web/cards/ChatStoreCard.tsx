import { useMutation } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, MessagesSquare } from 'lucide-react';
import { Suspense, useState } from 'react';
import { sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { checkDatastore, type DatastoreCheck, storeSteps } from '../../contract/chat-store.ts';
import { MigrationDialog } from '../migration.ts';
import { Card } from '../parts/Card.tsx';

const names: Record<(typeof storeSteps)[number], string> = {
  connect: 'Connect',
  write: 'Write a message',
  read: 'Read it back',
  delete: 'Delete it',
  commit: 'Commit to disk',
};

/** Whether messages can be stored; the import from other chats starts here. */
export function ChatStoreCard() {
  const [isMigrating, setMigrating] = useState(false);
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => call(checkDatastore),
  });
  return (
    <Card
      icon={MessagesSquare}
      title="Chat Datastore Integration"
      description={data?.server ?? 'Where messages are stored.'}
    >
      <div className="flex flex-col gap-4">
        {error && (
          <Notice tone="danger" live>
            {sentenceOf(error, 'Couldn’t test store')}
          </Notice>
        )}
        <Steps check={data} />
        <div className="flex flex-wrap items-center gap-2 border-t border-border pt-4">
          <Button pending={isPending} pendingLabel="Testing…" onClick={() => mutate()}>
            Test Connection
          </Button>
          <Button onClick={() => setMigrating(true)}>Start Migration</Button>
        </div>
        <Suspense>{isMigrating && <MigrationDialog close={() => setMigrating(false)} />}</Suspense>
      </div>
    </Card>
  );
}

/** Steps are listed before they run, so that nothing moves. */
function Steps({ check }: { check: DatastoreCheck | undefined }) {
  return (
    <ol aria-label="Steps of the test" aria-live="polite" className="flex flex-col gap-2 text-sm">
      {storeSteps.map((step) => {
        const result = check?.steps.find((one) => one.step === step);
        return (
          <li key={step} className="flex items-start gap-2">
            <span className="flex-1 text-muted">{names[step]}</span>
            {result ? (
              <Outcome {...result} />
            ) : (
              <span className="text-muted">{pendingText(check)}</span>
            )}
          </li>
        );
      })}
    </ol>
  );
}

const pendingText = (check: DatastoreCheck | undefined) => (check ? 'Not reached' : 'Not tested');

function Outcome({ tookMs, failure }: DatastoreCheck['steps'][number]) {
  const Icon = failure === null ? CircleCheck : CircleAlert;
  const look = failure === null ? 'text-text' : 'text-danger-text';
  return (
    <span className={`flex min-w-0 items-start gap-1.5 text-right wrap-anywhere ${look}`}>
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      {failure === null ? `Done in ${duration(tookMs)}` : failure}
    </span>
  );
}

const duration = (ms: number) => `${ms.toFixed(ms < 10 ? 1 : 0)} ms`;
