import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { Kbd } from '../../../../platform/web/ui/Kbd.tsx';
import { keyNames, type Shortcut, shortcuts } from '../state/shortcuts.ts';
import { showShortcuts, useShortcutsShown } from '../state/view/shortcutsSheet.ts';

const all: Shortcut[] = Object.values(shortcuts);
const places = [...new Set(all.map(({ place }) => place))];

/** All chat keyboard shortcuts. */
export default function ShortcutsSheet() {
  return (
    <Dialog
      open={useShortcutsShown()}
      onOpenChange={showShortcuts}
      title="Keyboard shortcuts"
      size="lg"
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area without controls needs the focus to scroll by keyboard */}
      <div tabIndex={0} className="gap-x-10 outline-none sm:columns-2">
        {places.map((place) => (
          <section key={place} className="mb-6 break-inside-avoid">
            <h3 className="pb-1 text-sm font-semibold text-text">{place}</h3>
            <dl>
              {all
                .filter((shortcut) => shortcut.place === place)
                .map((shortcut) => (
                  <Line key={shortcut.label} {...shortcut} />
                ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

function Line({ label, keys }: Shortcut) {
  return (
    <div className="flex min-h-8 items-center justify-between gap-4 border-b border-border py-1 last:border-0">
      <dt className="min-w-0 text-base text-text">{label}</dt>
      <dd className="flex shrink-0 items-center gap-1.5 text-xs text-muted">
        {keys.map((combination, index) => (
          <span key={combination} className="flex items-center gap-1">
            {index > 0 && <span className="pr-0.5">or</span>}
            {keyNames(combination).map((name) => (
              <Kbd key={name}>{name}</Kbd>
            ))}
          </span>
        ))}
      </dd>
    </div>
  );
}
