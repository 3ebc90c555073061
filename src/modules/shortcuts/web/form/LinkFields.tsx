import { useId } from 'react';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { titleMaxLength, urlMaxLength } from '../../contract.ts';
import type { ShortcutFormState } from './useShortcutForm.ts';

interface Props {
  form: ShortcutFormState;
  /** The server's error per field. */
  fieldErrors: Record<string, string> | undefined;
  categories: readonly string[];
}

export function LinkFields({ form: { values, set, problems }, fieldErrors, categories }: Props) {
  const listId = useId();
  const { title, url, description, category } = values;
  // Title and URL share one message; show it once.
  const urlProblem = problems.url === problems.title ? undefined : problems.url;
  return (
    <>
      <TextField
        label="Title"
        required
        maxLength={titleMaxLength}
        value={title}
        error={problems.title ?? fieldErrors?.title}
        onChange={(event) => set('title', event.target.value)}
      />
      <TextField
        label="URL"
        type="url"
        required
        maxLength={urlMaxLength}
        spellCheck={false}
        autoComplete="off"
        placeholder="https://"
        value={url}
        error={urlProblem ?? fieldErrors?.url}
        onChange={(event) => set('url', event.target.value)}
      />
      <TextField
        label="Description"
        maxLength={500}
        value={description}
        error={fieldErrors?.description}
        onChange={(event) => set('description', event.target.value)}
      />
      <TextField
        label="Category"
        maxLength={100}
        list={listId}
        autoComplete="off"
        value={category}
        error={fieldErrors?.category}
        onChange={(event) => set('category', event.target.value)}
      />
      <datalist id={listId}>
        {categories.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}
