import { TextArea } from '../../../../../platform/web/ui/TextArea.tsx';
import { maxKeywords } from '../../../contract/settings.ts';
import { parseKeywords } from './draft.ts';

interface Props {
  text: string;
  error: string | undefined;
  onChange: (text: string) => void;
}

/** The keywords that notify the user. */
export function Keywords({ text, error, onChange }: Props) {
  const count = parseKeywords(text).length;
  return (
    <TextArea
      label="Your keywords"
      hint={`Separate them with commas: recall, F-150. ${count} of ${maxKeywords}.`}
      error={error}
      rows={1}
      value={text}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
