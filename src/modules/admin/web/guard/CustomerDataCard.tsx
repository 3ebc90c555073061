import { ShieldAlert } from 'lucide-react';
import { useId } from 'react';
import { CustomerDataRulesForm } from '../../../chat/web/public.ts';

/** Rules for chat messages with sensitive customer numbers. */
export function CustomerDataCard() {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-4 rounded-md border border-border bg-surface">
      <div className="flex min-h-14 items-center gap-3 border-b border-border px-4 py-2.5">
        <ShieldAlert aria-hidden className="size-4 shrink-0 text-muted" />
        <div className="min-w-0">
          <h2 id={id} className="text-base font-semibold text-text">
            Customer Data in Chat
          </h2>
          <p className="text-sm text-pretty text-muted">
            What happens when a message contains one of these numbers. Applies to the whole group
            immediately.
          </p>
        </div>
      </div>
      <div className="p-4">
        <CustomerDataRulesForm />
      </div>
    </section>
  );
}
