// What kifu asks of the browser. Nothing leaves the page's own origin.

/** Lets the user choose files, and passes on each with its content. */
export function askFiles(onFile) {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.addEventListener('change', async () => {
    for (const file of input.files) {
      onFile(file.name, new Uint8Array(await file.arrayBuffer()));
    }
  });
  input.click();
}

/** Offers a file as a download. */
export function download(name, bytes) {
  const url = URL.createObjectURL(new Blob([bytes]));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

export function stored(key) {
  return localStorage.getItem(key) ?? undefined;
}

export function store(key, text) {
  if (text === undefined) {
    localStorage.removeItem(key);
  } else {
    localStorage.setItem(key, text);
  }
}

const DRAFTS = 'kifu.unsaved.';

/**
 * Takes a key for the unsaved games of this window. Returns it, and after it the keys of windows
 * that are gone: a window holds a lock with the name of its key as long as it lives.
 */
export async function openDrafts() {
  const own = DRAFTS + crypto.getRandomValues(new Uint32Array(2)).join('-');
  try {
    if (!navigator.locks) {
      return [own];
    }
    // The lock is held until the window is gone, as its work never ends.
    const held = new Promise((taken) => {
      navigator.locks.request(own, () => {
        taken();
        return new Promise(() => {});
      });
    });
    await held;
    const known = Object.keys(localStorage).filter((key) => key.startsWith(DRAFTS));
    const locks = await navigator.locks.query();
    const living = new Set(locks.held.map((lock) => lock.name));
    return [own, ...known.filter((key) => !living.has(key)).sort()];
  } catch {
    return [own];
  }
}

/** Starts a worker on a task; `onMessage` gets each message as text. */
export function startWorker(module, task, onMessage) {
  const worker = new Worker(new URL('worker.js', document.baseURI), { type: 'module' });
  const failed = (reason) => onMessage(JSON.stringify({ Failed: `The engine stopped: ${reason}` }));
  worker.onmessage = (event) => onMessage(event.data);
  worker.onerror = (event) => failed(event.message || 'no reason given');
  worker.postMessage({ module, task });
  return worker;
}

/** Gives a worker another task, for after the one that it is at. */
export function extendWorker(worker, task) {
  worker.postMessage({ task });
}

/** Ends a worker at once. */
export function stopWorker(worker) {
  worker.terminate();
}

/** Posts a message from a worker. */
export function postToWindow(text) {
  self.postMessage(text);
}

export function fragment() {
  return location.hash.slice(1);
}

/** Returns the parameters of a fragment: key, value, key, value. */
export function parameters(text) {
  return [...new URLSearchParams(text)].flat();
}

/** Reads a file of the page's own origin. */
export async function fetchSameOrigin(path) {
  let url;
  try {
    url = new URL(path, document.baseURI);
  } catch {
    throw new Error(`The address names a game that is no path: ${path}`);
  }
  if (url.origin !== location.origin) {
    throw new Error(`The address names a game of ${url.origin}; only files of this site are opened.`);
  }
  const response = await fetch(url, { mode: 'same-origin', redirect: 'error' });
  if (!response.ok) {
    throw new Error(`${path} cannot be read: the server answers ${response.status}.`);
  }
  return new Uint8Array(await response.arrayBuffer());
}

/** Returns the address of this page with another fragment. */
export function pageWithFragment(text) {
  const url = new URL(location.href);
  url.hash = text;
  return url.href;
}

export function onFragmentChange(changed) {
  addEventListener('hashchange', () => changed());
}

let isUnsaved = false;

/** Lets the browser ask before the page is left. */
export function setUnsaved(value) {
  isUnsaved = value;
}

globalThis.addEventListener?.('beforeunload', (event) => {
  if (isUnsaved) {
    event.preventDefault();
  }
});

export function encodeBase64(bytes) {
  let text = '';
  for (const byte of bytes) {
    text += String.fromCharCode(byte);
  }
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

export function decodeBase64(text) {
  try {
    const decoded = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(decoded, (char) => char.charCodeAt(0));
  } catch {
    return undefined;
  }
}
