import { TextArea } from '../../../../../platform/web/ui/TextArea.tsx';
import { maxKeywords } from '../../../contract/settings.ts';
import { parseKeywords } from './draft.ts';

interface Props {
  words: string;
  error: string | undefined;
  onChange: (words: string) => void;
}

/** The words somebody watches for. */
export function Keywords({ words, error, onChange }: Props) {
  const count = parseKeywords(words).length;
  return (
    <TextArea
      label="Your keywords"
      hint={`Separate them with commas: recall, F-150. ${count} of ${maxKeywords}.`}
      error={error}
      rows={1}
      value={words}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
