// An engine: does one task and posts its messages.
import init, { run_task } from './kifu.js';

self.onmessage = async (event) => {
  await init({ module_or_path: event.data.module });
  run_task(event.data.task);
};
