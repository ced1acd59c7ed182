import { holdAll } from '#app/flows/booking/hold-all.server.ts'
import { replaceByteSource } from '#app/kernel/chance.server.ts'
import { jobs } from '#app/flows/lists/jobs.ts'

/** The same for a payment (guide: reliability rule 5). */
// A line of a comment that goes on and on, until its end is past the edge of the window in which a reader has opened it no
export const settleAll = (): unknown => [holdAll, jobs, replaceByteSource, globalThis.Date.now]
