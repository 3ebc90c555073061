import { useQuery } from '@tanstack/react-query';
import { Download, FileX, Printer } from 'lucide-react';
import { useEffect } from 'react';
import { useSearch } from 'wouter';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { Button, buttonClasses } from '../../../../platform/web/ui/Button.tsx';
import { usePageTitle } from '../../../../platform/web/ui/frame/PageHeader.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { Spinner } from '../../../../platform/web/ui/Spinner.tsx';
import { RequireAuth } from '../../../access/web/public.ts';
import { getNoticeProof } from '../../contract/proof.ts';
import { ProofSheet } from './ProofSheet.tsx';

/** The printable proof, `/notices/proof?id=…`. Without the app shell, it requires the session itself. */
export default function ProofPage() {
  const id = new URLSearchParams(useSearch()).get('id') ?? '';
  usePageTitle('Notice proof');
  useLightPaper();
  return (
    <RequireAuth>
      <main className="min-h-dvh bg-surface p-4 text-text sm:p-8 print:p-0">
        <div className="mx-auto max-w-4xl">
          <Proof id={id} />
        </div>
      </main>
    </RequireAuth>
  );
}

function Proof({ id }: { id: string }) {
  const proof = useQuery({ ...queryOptionsFor(getNoticeProof, { params: { id } }), staleTime: 0 });
  if (proof.isPending) return <Spinner label="Loading" />;
  if (proof.isError) {
    return <NotLoaded what="the proof" icon={FileX} error={proof.error} onRetry={proof.refetch} />;
  }
  return (
    <>
      <div className="flex flex-wrap justify-end gap-2 pb-6 print:hidden">
        <a className={buttonClasses()} href={`/api/notices/${id}/proof.csv`} download>
          <Download aria-hidden />
          Download CSV
        </a>
        <Button variant="primary" onClick={() => window.print()}>
          <Printer aria-hidden />
          Print
        </Button>
      </div>
      <ProofSheet proof={proof.data} />
    </>
  );
}

/** Prints in the light theme: the light text of a dark theme is unreadable on paper. */
function useLightPaper(): void {
  useEffect(() => {
    const { dataset } = document.documentElement;
    let screen: { scheme?: string; theme?: string } | null = null;
    const begin = () => {
      screen ??= { ...dataset };
      dataset.scheme = 'light';
      dataset.theme = 'light';
    };
    const end = () => {
      if (screen) Object.assign(dataset, screen);
      screen = null;
    };
    // Browsers differ in which event they send, and a print preview may only send the second.
    const paper = window.matchMedia('print');
    const update = ({ matches }: Pick<MediaQueryList, 'matches'>) => (matches ? begin() : end());
    update(paper);
    paper.addEventListener('change', update);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      end();
      paper.removeEventListener('change', update);
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
}
