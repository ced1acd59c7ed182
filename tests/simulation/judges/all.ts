import type { World } from '../world.ts'
import { judgeAppointments } from './appointments.ts'
import { judgeCashback } from './cashback.ts'
import { judgeConservation } from './conservation.ts'
import { judgeDeliveries } from './deliveries.ts'
import { judgeDeposits } from './deposits.ts'
import { judgeDisputes } from './disputes.ts'
import { judgeEntries } from './entries.ts'
import { judgeKeys } from './keys.ts'
import { judgeLastDays } from './last-days.ts'
import { judgeLines } from './lines.ts'
import { judgeMails } from './mails.ts'
import { judgeMinutes } from './minutes.ts'
import { judgeMoney } from './money.ts'
import { judgePayouts } from './payouts.ts'
import { judgePeriods } from './periods.ts'
import { judgePhoneCalls } from './phone-calls.ts'
import { judgePlanMoneyBack } from './plan-money-back.ts'
import { judgePlans } from './plans.ts'
import { judgeReferrals } from './referrals.ts'
import { judgeRewards } from './rewards.ts'
import { judgeSavings } from './savings.ts'
import { judgeSeatLines } from './seat-lines.ts'
import { judgeSeats } from './seats.ts'
import { judgeUnpaidShops } from './unpaid-shops.ts'
import { judgeWrittenRows } from './written-rows.ts'

/** The models that are counted by hand, beside the auditor. `isOver`: faults have ended and the jobs have run dry. */
export const judges: readonly ((world: World, at: { isOver: boolean }) => Promise<void>)[] = [
	judgeAppointments,
	judgeMinutes,
	judgePhoneCalls,
	judgeDeposits,
	judgeKeys,
	judgeLastDays,
	judgeWrittenRows,
	judgeMoney,
	judgeConservation,
	judgePayouts,
	judgeUnpaidShops,
	judgeCashback,
	judgeRewards,
	judgeSavings,
	judgeReferrals,
	judgeEntries,
	judgeSeats,
	judgeSeatLines,
	judgePlans,
	judgePeriods,
	judgePlanMoneyBack,
	judgeLines,
	judgeDeliveries,
	judgeDisputes,
	judgeMails,
]
