// Fetches the beginning of the program again where it was lost on the way: until that runs, nothing else could. It is a
// file because the Content-Security-Policy admits no inline script.
(() => {
  const longestWaitMs = 30_000;
  let wait = 1000;
  let timer = 0;
  const missing = new Set();

  const isOurs = (element) =>
    (element instanceof HTMLScriptElement && element.type === 'module') ||
    (element instanceof HTMLLinkElement && element.rel === 'stylesheet');

  function again() {
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

  function say() {
    let box = document.getElementById('boot-lost');
    if (!box) {
      box = document.createElement('div');
      box.id = 'boot-lost';
      box.className = 'boot-lost';
      box.setAttribute('role', 'status');
      const sentence = document.createElement('p');
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = 'Try again';
      button.addEventListener('click', again);
      box.append(sentence, button);
      document.body?.append(box);
    }
    box.firstChild.textContent = navigator.onLine
      ? "Couldn't load Forecourt. Trying again…"
      : "You're offline. Forecourt will load when you're back.";
  }

  // Neither bubbles: only the capturing listener hears of a file that did not come.
  addEventListener(
    'error',
    ({ target }) => {
      if (!isOurs(target)) return;
      missing.add(target);
      if (document.body) say();
      else addEventListener('DOMContentLoaded', say, { once: true });
      clearTimeout(timer);
      timer = setTimeout(again, wait);
      wait = Math.min(wait * 2, longestWaitMs);
    },
    true,
  );
  addEventListener('online', again);
})();
