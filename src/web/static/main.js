(async () => {
  const status = document.getElementById('status');
  try {
    if (location.protocol === 'file:') {
      throw new Error('browsers start it from a web server, not from a file');
    }
    const { default: init, start } = await import('./kifu.js');
    await init({ module_or_path: new URL('kifu_bg.wasm', document.baseURI) });
    window.kifu = await start(document.getElementById('kifu'));
    status.remove();
  } catch (error) {
    const reason = error?.message ?? error;
    status.textContent = `kifu cannot start here: ${reason}. It needs WebAssembly and WebGL.`;
  }
})();
