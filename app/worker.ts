/** What Cloudflare runs. `cloudflare:workers` exists there alone, and tests read the rest in Node. */
export { DatabaseWriter } from './database-writer.server.ts'
export { default } from './entry.worker.ts'
