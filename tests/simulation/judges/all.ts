import type { World } from '../world.ts'
import { judgeDeliveries } from './deliveries.ts'
import { judgeDisputes } from './disputes.ts'
import { judgeLines } from './lines.ts'
import { judgeMails } from './mails.ts'
import { judgeMinutes } from './minutes.ts'
import { judgeMoney } from './money.ts'

/** The models that are counted by hand, beside the auditor. `isOver`: faults have ended and the jobs have run dry. */
export const judges: readonly ((world: World, at: { isOver: boolean }) => Promise<void>)[] = [
	judgeMinutes,
	judgeMoney,
	judgeLines,
	judgeDeliveries,
	judgeDisputes,
	judgeMails,
]
