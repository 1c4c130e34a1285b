import init, { start } from './kifu.js';

const status = document.getElementById('status');

try {
  await init({ module_or_path: new URL('kifu_bg.wasm', import.meta.url) });
  window.kifu = await start(document.getElementById('kifu'));
  status.remove();
} catch (error) {
  status.textContent = `kifu cannot start here: ${error?.message ?? error}. It needs WebAssembly and WebGL.`;
}
