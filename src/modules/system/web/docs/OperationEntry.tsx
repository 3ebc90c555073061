import { clsx } from 'clsx';
import { useState } from 'react';
import type { Operation } from './operations.ts';
import { shapeOf } from './shape.ts';

const tones: Record<string, string> = {
  GET: 'bg-info-surface text-info-text',
  DELETE: 'bg-danger-surface text-danger-text',
};

/** One operation: its summary, and on demand its request and response. */
export function OperationEntry({ operation }: { operation: Operation }) {
  const [open, setOpen] = useState(false);
  const { method, path, summary } = operation;
  return (
    <details
      className="group border-b border-border"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="flex min-h-row cursor-default flex-wrap items-baseline gap-x-3 gap-y-1 py-2 hover:bg-hover">
        <span
          className={clsx(
            'w-16 shrink-0 rounded-sm px-1.5 py-0.5 text-center font-mono text-xs font-semibold',
            tones[method] ?? 'bg-success-surface text-success-text',
          )}
        >
          {method}
        </span>
        <code className="min-w-0 font-mono text-sm wrap-anywhere text-text">{path}</code>
        <span className="min-w-0 flex-1 basis-64 text-base text-muted">{summary}</span>
      </summary>
      {open && <Facts operation={operation} />}
    </details>
  );
}

function Facts({ operation }: { operation: Operation }) {
  const { access, parameters, body, status, reply } = operation;
  return (
    <dl className="grid gap-x-6 gap-y-3 pt-1 pb-5 text-base sm:grid-cols-[8rem_minmax(0,1fr)]">
      <Fact name="Access">{access}</Fact>
      {parameters.length > 0 && (
        <Fact name="Parameters">
          <ul className="flex flex-col gap-1">
            {parameters.map(({ name, in: place, required, schema }) => (
              <li key={`${place} ${name}`} className="font-mono text-sm wrap-anywhere">
                {name}
                {required ? '' : '?'}: {shapeOf(schema)}{' '}
                <span className="text-muted">in the {place}</span>
              </li>
            ))}
          </ul>
        </Fact>
      )}
      <Shapes name="Body" content={body} />
      <Shapes name={`Response ${status}`} content={reply} />
    </dl>
  );
}

function Shapes({ name, content }: { name: string; content: Operation['body'] }) {
  if (!content) return null;
  return Object.entries(content).map(([type, { schema }]) => (
    <Fact key={type} name={name}>
      {type === 'application/json' ? (
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it
          tabIndex={0}
          className="scroll-area max-h-96 overflow-auto rounded-md border border-border bg-sunken p-3 font-mono text-sm text-text"
        >
          {shapeOf(schema)}
        </pre>
      ) : (
        'A file'
      )}
    </Fact>
  ));
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 text-text">{children}</dd>
    </div>
  );
}
