// An engine: does one task after the other and posts its messages.
import init, { run_task } from './kifu.js';

let ready;

self.onmessage = async (event) => {
  ready ??= init({ module_or_path: event.data.module });
  await ready;
  run_task(event.data.task);
};
