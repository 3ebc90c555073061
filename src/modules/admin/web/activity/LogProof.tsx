import { useMutation } from '@tanstack/react-query';
import { Download, ShieldCheck } from 'lucide-react';
import { sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { saveFile } from '../../../../platform/web/download/save.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { checkActivity, exportActivity } from '../../../activity/contract.ts';
import type { Filters } from './useActivity.ts';

/** What makes the log a proof: a copy to keep, and whether it is still as it was written. */
export function LogProof({ filters }: { filters: Filters }) {
  const { mutate, isPending, data, error } = useMutation({ mutationFn: checkAll });
  const saving = useMutation({ mutationFn: () => saveFile(exportActivity, { body: filters }) });
  const failure = error ?? saving.error;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-2">
        <Button size="sm" pending={saving.isPending} onClick={() => saving.mutate()}>
          <Download aria-hidden />
          Save as CSV
        </Button>
        <Button size="sm" pending={isPending} onClick={() => mutate()}>
          <ShieldCheck aria-hidden />
          Check that nothing was changed
        </Button>
      </div>
      {failure && (
        <Notice tone="danger" live>
          {sentenceOf(failure)}
        </Notice>
      )}
      {data && <Finding {...data} />}
    </div>
  );
}

/** All of the chain, a part at a time. */
async function checkAll() {
  let found = await call(checkActivity, { body: { behind: 0 } });
  while (found.broken === null && found.reached < found.length) {
    found = await call(checkActivity, { body: { behind: found.reached } });
  }
  return found;
}

function Finding({ broken, length, hash, unsealed }: Awaited<ReturnType<typeof checkAll>>) {
  if (broken !== null) {
    return (
      <Notice tone="danger" live title="The log was changed by somebody">
        Entry {broken.toLocaleString('en-US')} of {length.toLocaleString('en-US')} is not what it
        was when it was sealed, or is missing. Everything before it holds.
      </Notice>
    );
  }
  return (
    <Notice tone="success" live title="Nothing was changed">
      All {length.toLocaleString('en-US')} sealed entries are what they were
      {unsealed > 0 &&
        `, and ${unsealed.toLocaleString('en-US')} of the last seconds will be sealed`}
      . Keep this seal outside Forecourt to prove it later:{' '}
      <code className="break-all">{hash}</code>
    </Notice>
  );
}
