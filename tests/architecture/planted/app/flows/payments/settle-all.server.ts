import { holdAll } from '#app/flows/booking/hold-all.server.ts'
import { jobs } from '#app/flows/lists/jobs.ts'

/** The same for a payment (guide: reliability rule 5). */
export const settleAll = (): unknown => [holdAll, jobs]
