import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { OutsideLink } from '../../../../platform/web/markdown/InlineText.tsx';
import { Button } from '../../../../platform/web/ui/Button.tsx';

interface Props {
  text: string;
  open: boolean;
  /** The full text is on screen. */
  onOpened: () => void;
}

const special = /(\b[A-HJ-NPR-Z0-9]{17}\b|https?:\/\/\S*[^\s.,;:!?)])/;

/** The text of a notice; a long one is collapsed at first. */
export function NoticeText({ text, open, onOpened }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [fits, setFits] = useState(false);
  useLayoutEffect(() => {
    const { current } = box;
    if (!current || open) return;
    const measure = () => {
      // While hidden it has no height, and no one reads it.
      if (current.clientHeight > 0 && current.scrollHeight <= current.clientHeight + 1) {
        setFits(true);
        onOpened();
      }
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [open, onOpened]);
  return (
    <>
      <div
        ref={box}
        className={clsx(
          'text-base wrap-anywhere whitespace-pre-wrap text-text',
          !open && 'line-clamp-8',
        )}
      >
        {text.split(special).map((part, index) => {
          if (index % 2 === 0) return part;
          return part.startsWith('http') ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change
            <OutsideLink key={index} href={part}>
              {part}
            </OutsideLink>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change
            <span key={index} className="font-mono text-sm">
              {part}
            </span>
          );
        })}
      </div>
      {!open && !fits && (
        <Button size="sm" variant="ghost" className="-ml-2.5 self-start" onClick={onOpened}>
          <ChevronDown aria-hidden />
          Show full text
        </Button>
      )}
    </>
  );
}
