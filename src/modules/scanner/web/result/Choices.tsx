import { Check } from 'lucide-react';
import { useId } from 'react';
import { classify, isDriverLicense } from '../../contract/classify.ts';
import type { Code } from '../decoding/code.ts';
import { detailOf } from '../state/describe.ts';
import { formatNames, kindIcons, kindNames } from '../state/labels.ts';

interface Props {
  codes: readonly Code[];
  taken: ReadonlySet<Code>;
  onTake: (code: Code) => void;
}

/** Several codes in one image: each can be scanned. */
export function Choices({ codes, taken, onTake }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="rounded-md border border-border p-3">
      <h4 id={id} className="px-2 text-sm font-medium text-text">
        {`${codes.length} codes found. Choose one.`}
      </h4>
      <ul className="mt-1">
        {codes.map((code) => (
          <li key={`${code.format} ${code.text}`}>
            <Choice code={code} taken={taken.has(code)} onTake={() => onTake(code)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ChoiceProps {
  code: Code;
  taken: boolean;
  onTake: () => void;
}

function Choice({ code: { text, format }, taken, onTake }: ChoiceProps) {
  const license = isDriverLicense(text);
  const reading = classify(text, format);
  const Icon = taken ? Check : kindIcons[reading.kind];
  const details = license ? [] : [kindNames[reading.kind], detailOf(reading), formatNames[format]];
  return (
    <button
      type="button"
      aria-pressed={taken}
      onClick={onTake}
      className="flex min-h-11 w-full cursor-default items-center gap-3 rounded-md px-2 py-1.5 text-left hover:bg-hover"
    >
      <Icon aria-hidden="true" className="size-4 shrink-0 text-muted" />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-mono text-base text-text">
          {license ? 'Driver license' : reading.value}
        </span>
        <span className="block truncate text-xs text-muted">
          {details.filter(Boolean).join(' · ')}
        </span>
      </span>
    </button>
  );
}
