import type { Pace } from '#app/kernel/pace.server.ts'

/** For tests that are not about how fast mails leave. */
export const noPace: Pace = { atOnce: 10, turn: async () => true, pause: () => {} }
