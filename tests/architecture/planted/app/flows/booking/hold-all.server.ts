import { settleAll } from '#app/flows/payments/settle-all.server.ts'

// R99 is no rule, and D98 is none either; a start is from 09:00 on (see old-price.server.ts, docs/decisions/999).
export const holdAll = () => settleAll
