// Until the page's own code runs, this stands in for it: it retries the entry script and stylesheets if they fail to load,
// and keeps what was pressed on a page that is shown already. It is a file because the Content-Security-Policy allows no
// inline script.
(() => {
  const longestWaitMs = 30_000;
  let wait = 1000;
  let timer = 0;
  const missing = new Set();

  const isOurs = (element) =>
    (element instanceof HTMLScriptElement && element.type === 'module') ||
    (element instanceof HTMLLinkElement && element.rel === 'stylesheet');

  function retry() {
    clearTimeout(timer);
    for (const element of [...missing]) {
      missing.delete(element);
      const fresh = document.createElement(element.localName);
      for (const { name, value } of element.attributes) fresh.setAttribute(name, value);
      fresh.addEventListener('load', done);
      element.replaceWith(fresh);
    }
  }

  function done() {
    if (missing.size === 0) document.getElementById('boot-lost')?.remove();
  }

  function showMessage() {
    let box = document.getElementById('boot-lost');
    if (!box) {
      box = document.createElement('div');
      box.id = 'boot-lost';
      box.className = 'boot-lost';
      box.setAttribute('role', 'status');
      const message = document.createElement('p');
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = 'Try again';
      button.addEventListener('click', retry);
      box.append(message, button);
      document.body?.append(box);
    }
    box.firstChild.textContent = navigator.onLine
      ? "Couldn't load Forecourt. Trying again…"
      : "You're offline. Forecourt will load when you're back.";
  }

  // Load errors do not bubble: only a capturing listener receives them.
  addEventListener(
    'error',
    ({ target }) => {
      if (!isOurs(target)) return;
      missing.add(target);
      if (document.body) showMessage();
      else addEventListener('DOMContentLoaded', showMessage, { once: true });
      clearTimeout(timer);
      timer = setTimeout(retry, wait);
      wait = Math.min(wait * 2, longestWaitMs);
    },
    true,
  );
  addEventListener('online', retry);

  // Enter in a field presses the button of its form, too.
  let pressed = null;
  let byKeyboard = false;
  const keepPress = (event) => {
    const button = event.target instanceof Element && event.target.closest('#root button');
    if (!button) return;
    event.preventDefault();
    pressed = button;
    byKeyboard = event.detail === 0;
  };
  // Who goes on typing wants to send something else than was there at the press.
  const forgetPress = () => {
    pressed = null;
  };
  // What was chosen or typed into a field of a page that is not hydrated yet, which would not learn of it.
  const edited = new Map();
  const keepEdit = ({ target }) => {
    if (target.closest('#content')) edited.set(target, target.value);
  };
  // The shortcut of the search, and what is typed after it.
  let isStarted = false;
  let typed = null;
  const keepShortcut = (event) => {
    const withControl = event.ctrlKey || event.metaKey;
    if (typed !== null && event.key.length === 1 && !withControl) {
      event.preventDefault();
      typed += event.key;
    }
    if (event.key.toLowerCase() !== 'k' || !withControl || event.altKey || event.shiftKey) return;
    const button = document.querySelector('#root button[aria-keyshortcuts~="Control+K"]');
    if (!button) return;
    event.preventDefault();
    if (isStarted) {
      button.click();
      return;
    }
    pressed = button;
    byKeyboard = false;
    typed = '';
  };
  addEventListener('click', keepPress, true);
  addEventListener('input', forgetPress, true);
  addEventListener('input', keepEdit, true);
  addEventListener('keydown', keepShortcut);
  addEventListener(
    'forecourt:shortcuts',
    () => removeEventListener('keydown', keepShortcut),
    { once: true },
  );
  addEventListener(
    'forecourt:hydrated',
    () => {
      removeEventListener('input', keepEdit, true);
      for (const [field, value] of edited) {
        // React compares with what was last set on the element itself.
        field.value = '';
        Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, value);
        field.dispatchEvent(new Event(field.localName === 'select' ? 'change' : 'input', { bubbles: true }));
      }
      edited.clear();
    },
    { once: true },
  );
  addEventListener(
    'forecourt:started',
    () => {
      removeEventListener('click', keepPress, true);
      removeEventListener('input', forgetPress, true);
      isStarted = true;
      // A menu focuses its first item only if a key has opened it.
      if (byKeyboard)
        pressed?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
      pressed?.click();
      const letters = typed ?? '';
      typed = null;
      for (const key of letters) dispatchEvent(new KeyboardEvent('keydown', { key }));
    },
    { once: true },
  );
})();
