import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { RequestOf } from '../../../../platform/contract/endpoint.ts';
import { sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { saveFile } from '../../../../platform/web/download/save.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { exportTeam } from '../../contract/sheets.ts';

/** Exports the week for payroll. */
export function ExportButton({ query }: { query: RequestOf<typeof exportTeam>['body'] }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => saveFile(exportTeam, { body: query }),
    onError: (error) =>
      toast({ variant: 'destructive', title: "Couldn't export", description: sentenceOf(error) }),
  });
  return (
    <Button pending={isPending} onClick={() => mutate()}>
      <Download aria-hidden="true" />
      Export for payroll
    </Button>
  );
}
