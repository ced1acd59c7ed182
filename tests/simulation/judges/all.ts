import type { World } from '../world.ts'
import { judgeAppointments } from './appointments.ts'
import { judgeCashback } from './cashback.ts'
import { judgeMinutes } from './minutes.ts'
import { judgeMoney } from './money.ts'
import { judgeReferrals } from './referrals.ts'
import { judgeRewards } from './rewards.ts'
import { judgeSavings } from './savings.ts'

/** The models that are counted by hand, beside the auditor. `isOver`: faults have ended and the jobs have run dry. */
export const judges: readonly ((world: World, at: { isOver: boolean }) => Promise<void>)[] = [
	judgeAppointments,
	judgeMinutes,
	judgeMoney,
	judgeCashback,
	judgeRewards,
	judgeSavings,
	judgeReferrals,
]
