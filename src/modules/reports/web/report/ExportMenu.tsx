import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { saveFile } from '../../../../platform/web/download/save.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../../../../platform/web/ui/Menu.tsx';
import { toastFailure } from '../../../../platform/web/ui/toastFailure.ts';
import type { ReportId } from '../../contract/report.ts';
import { exportReport } from '../../contract.ts';
import type { PartialQuery } from '../state/address.ts';

/** Exports the figures or the records behind them as CSV. */
export function ExportMenu({
  report,
  reportQuery,
}: {
  report: ReportId;
  reportQuery: PartialQuery;
}) {
  const { mutate, isPending } = useMutation({
    mutationFn: (what: 'figures' | 'records') =>
      saveFile(exportReport, { params: { report }, body: { ...reportQuery, what } }),
    onError: (error) => toastFailure(error, 'Couldn’t export report'),
  });
  return (
    <Menu>
      <MenuTrigger asChild>
        <Button pending={isPending} pendingLabel="Exporting…">
          <Download aria-hidden="true" />
          Export
        </Button>
      </MenuTrigger>
      <MenuContent align="end">
        <MenuItem onSelect={() => mutate('figures')}>Figures (CSV)</MenuItem>
        <MenuItem onSelect={() => mutate('records')}>Records (CSV)</MenuItem>
      </MenuContent>
    </Menu>
  );
}
