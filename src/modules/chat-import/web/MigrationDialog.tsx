import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../platform/web/ui/Dialog.tsx';
import { NotLoaded } from '../../../platform/web/ui/NotLoaded.tsx';
import { Earlier } from './Earlier.tsx';
import { Waiting } from './parts/Waiting.tsx';
import { usePlan } from './plan/usePlan.ts';
import { Opened } from './status/Opened.tsx';
import { Steps } from './status/Steps.tsx';
import { useImportActions } from './status/useImportActions.ts';
import { FileStep } from './upload/FileStep.tsx';
import { useChatImport } from './useChatImport.ts';

/** Import of another chat: the export is read, reviewed, imported, and undone if necessary. */
export default function MigrationDialog({ close }: { close: () => void }) {
  const { list, shown, open, leave } = useChatImport();
  const plan = usePlan(shown?.data);
  const file = plan.seen;
  const actions = useImportActions(file?.id ?? 0);
  return (
    <Dialog
      open
      onOpenChange={(next) => next || close()}
      size="lg"
      title="Import chat history"
      description="Nothing is imported until you have reviewed the export. You can undo an import."
      footer={
        <>
          <Button onClick={close}>Close</Button>
          {file && <Steps file={file} edits={plan.edits} actions={actions} />}
        </>
      }
    >
      {shown ? (
        <Loaded query={shown}>
          {file && <Opened key={file.id} {...{ file, plan, leave, close }} error={actions.error} />}
        </Loaded>
      ) : (
        <Loaded query={list}>
          <div className="flex flex-col gap-5">
            <FileStep />
            <Earlier imports={list.data ?? []} onOpen={open} />
          </div>
        </Loaded>
      )}
    </Dialog>
  );
}

/** The requested data once loaded; earlier data stays while it is refreshed. */
function Loaded({ query, children }: { query: UseQueryResult; children: ReactNode }) {
  if (query.data !== undefined) return children;
  if (!query.error) return <Waiting />;
  return (
    <NotLoaded
      isInline
      what="this"
      error={query.error}
      isRetrying={query.isFetching}
      onRetry={query.refetch}
    />
  );
}
