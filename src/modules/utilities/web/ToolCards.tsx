import { Link } from 'wouter';
import type { Utility, UtilityId } from '../../shortcuts/web/public.ts';

interface Props {
  tools: readonly Utility[];
  goTo: (id: UtilityId) => void;
}

/** One link for each tool, to its section below. */
export function ToolCards({ tools, goTo }: Props) {
  return (
    <nav aria-label="Utilities" className="@container pt-2 pb-6">
      <ul className="grid gap-3 @xl:grid-cols-2 @5xl:grid-cols-4">
        {tools.map(({ id, label, description, icon: Icon }) => (
          <li key={id}>
            <Link
              href={`/utilities#${id}`}
              // If the URL already has this hash, no navigation event fires.
              onClick={() => goTo(id)}
              className="flex h-full items-start gap-3 rounded-md border border-border p-4 hover:border-border-strong hover:bg-hover hover:no-underline"
            >
              <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-accent" />
              <span className="min-w-0">
                <span className="block text-base font-semibold text-text">{label}</span>
                <span className="mt-0.5 block text-sm text-muted">{description}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
