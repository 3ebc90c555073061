import { type ReactNode, useId } from 'react';

interface Props {
  title: string;
  description: ReactNode;
  children: ReactNode;
}

/** One setting: title and description on the left, controls on the right. */
export function Section({ title, description, children }: Props) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-8 gap-y-4 py-6 @3xl:grid-cols-[16rem_minmax(0,28rem)]"
    >
      <div>
        <h3 id={id} className="text-base font-semibold text-text">
          {title}
        </h3>
        <p className="mt-1 text-sm text-muted text-pretty">{description}</p>
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}
