import { useMutation } from '@tanstack/react-query';
import { sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { scanBuckets, testStorageConnection, testStorageWrite } from '../../contract/storage.ts';
import { ScanResult } from './ScanResult.tsx';
import { WriteResult } from './WriteResult.tsx';

/** Three storage tests; each result stays until the test runs again. */
export function Diagnostics() {
  const connection = useMutation({ mutationFn: () => call(testStorageConnection) });
  const scan = useMutation({ mutationFn: () => call(scanBuckets) });
  const write = useMutation({ mutationFn: () => call(testStorageWrite) });
  return (
    <section aria-label="Storage diagnostics" className="border-t border-border pt-4">
      <h3 className="mb-2 text-sm font-medium text-text">Storage diagnostics</h3>
      <div className="flex flex-wrap gap-2">
        <Button pending={connection.isPending} onClick={() => connection.mutate()}>
          Test Connection
        </Button>
        <Button pending={scan.isPending} onClick={() => scan.mutate()}>
          Scan Buckets
        </Button>
        <Button pending={write.isPending} onClick={() => write.mutate()}>
          Test Write Access
        </Button>
      </div>
      <div className="flex flex-col gap-3 not-empty:mt-3">
        <Failure title="Connection Error" error={connection.error} />
        {connection.data && <ConnectionResult {...connection.data} />}
        <Failure title="Scan Error" error={scan.error} />
        {scan.data && <ScanResult scan={scan.data} />}
        <Failure title="Write Error" error={write.error} />
        {write.data && <WriteResult result={write.data} />}
      </div>
    </section>
  );
}

interface Connection {
  connected: boolean;
  project_id: string | null;
  error: string | null;
}

function ConnectionResult({ connected, project_id: project, error }: Connection) {
  return connected ? (
    <Notice tone="success" live title="Connected">
      {project ? `Project: ${project}` : 'The storage reports no project.'}
    </Notice>
  ) : (
    <Notice tone="danger" live title="Connection Error">
      {error}
    </Notice>
  );
}

/** The request itself failed. */
function Failure({ title, error }: { title: string; error: Error | null }) {
  if (!error) return null;
  return (
    <Notice tone="danger" live title={title}>
      {sentenceOf(error)}
    </Notice>
  );
}
