import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { noteLimits } from '../../contract.ts';
import type { EditingState, NoteEditing } from '../notebook/editing.ts';
import { ColorField } from './fields/ColorField.tsx';
import { ContentField } from './fields/ContentField.tsx';
import { TagsField } from './fields/TagsField.tsx';

interface Props {
  editing: NoteEditing;
  state: EditingState;
  suggestions: readonly string[];
}

/** The editable fields; changes are saved automatically. */
export function NoteFields({ editing, state, suggestions }: Props) {
  const { title, content, tags, color } = state.text;
  return (
    <div className="flex flex-col gap-3">
      <TextField
        label="Title"
        dir="auto"
        value={title}
        maxLength={noteLimits.title}
        onChange={(event) => editing.edit({ title: event.target.value })}
        onBlur={() => editing.flush()}
      />
      <ContentField
        autoFocus
        rows={10}
        value={content}
        hint="**bold**, *italic*, # heading, - list, - [ ] to do, > quote, `code`"
        onChange={(next) => editing.edit({ content: next })}
        onBlur={() => editing.flush()}
      />
      <div className="grid gap-3 sm:grid-cols-[1fr_auto]">
        <TagsField
          tags={tags}
          suggestions={suggestions}
          onChange={(next) => editing.edit({ tags: next })}
        />
        <ColorField value={color} onChange={(next) => editing.edit({ color: next })} />
      </div>
    </div>
  );
}
