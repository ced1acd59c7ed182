import type { World } from '../world.ts'
import { judgeAppointments } from './appointments.ts'
import { judgeMinutes } from './minutes.ts'
import { judgeMoney } from './money.ts'

/** The models that are counted by hand, beside the auditor. `isOver`: faults have ended and the jobs have run dry. */
export const judges: readonly ((world: World, at: { isOver: boolean }) => Promise<void>)[] = [
	judgeAppointments,
	judgeMinutes,
	judgeMoney,
]
