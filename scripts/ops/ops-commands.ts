import { checkInAtShop } from './check-in.ts'
import { dbDump } from './db-dump.ts'
import { dbRestore } from './db-restore.ts'
import type { OpsCommand } from './ops-command.ts'
import { paymentsReconcile } from './payments-reconcile.ts'
import { planActivate } from './plan-activate.ts'
import { referralsRefuse, referralsRelease, referralsReview } from './referrals.ts'
import { rewardUse } from './reward-use.ts'
import { sessionCallOff } from './session-call-off.ts'
import { shopsImport } from './shops-import.ts'
import { complete, noShow, undo } from './visits.ts'
import { voucherWordsNow } from './voucher-words.ts'
import { writeOffs } from './write-offs.ts'

/** What `npm run ops` can do, in the order of its help. */
export const opsCommands: readonly OpsCommand[] = [
	shopsImport,
	complete,
	noShow,
	undo,
	rewardUse,
	planActivate,
	sessionCallOff,
	voucherWordsNow,
	checkInAtShop,
	referralsReview,
	referralsRelease,
	referralsRefuse,
	writeOffs,
	paymentsReconcile,
	dbDump,
	dbRestore,
]
