import { memo, type RefObject } from 'react';
import { IconButton } from '../../../../../platform/web/ui/IconButton.tsx';
import { isApple } from '../../../../../platform/web/ui/isApple.ts';
import { changeText } from '../../parts/messageBox/changeText.ts';
import { applyFormat, type Format, formats } from '../../parts/messageBox/formatting.ts';
import { toolClasses } from './toolClasses.ts';

interface Props {
  box: RefObject<HTMLTextAreaElement | null>;
  disabled: boolean;
}

/** Formatting buttons; the tooltips show the keyboard shortcuts. */
export const FormattingBar = memo(function FormattingBar({ box, disabled }: Props) {
  const apply = (format: Format) => {
    const { current } = box;
    if (!current) return;
    const { value, selectionStart, selectionEnd } = current;
    changeText(current, applyFormat(value, selectionStart, selectionEnd, format));
  };
  return (
    <div
      role="toolbar"
      aria-label="Formatting"
      className="flex flex-wrap items-center border-b border-border px-1 py-0.5"
    >
      {formats.map((format) => (
        <IconButton
          key={format.name}
          label={`${format.label} (${keyName(format)})`}
          icon={format.icon}
          disabled={disabled}
          className={toolClasses}
          // The box keeps the focus, and on a phone the keyboard stays.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => apply(format)}
        />
      ))}
    </div>
  );
});

function keyName({ key, shift }: Format): string {
  const letter = key.toUpperCase();
  return isApple ? `${shift ? '⇧' : ''}⌘${letter}` : `Ctrl+${shift ? 'Shift+' : ''}${letter}`;
}
