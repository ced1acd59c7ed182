import { dbDump } from './db-dump.ts'
import { dbRestore } from './db-restore.ts'
import type { OpsCommand } from './ops-command.ts'
import { paymentsReconcile } from './payments-reconcile.ts'
import { rewardUse } from './reward-use.ts'
import { complete, noShow, undo } from './visits.ts'
import { voucherWordsNow } from './voucher-words.ts'

/** What `npm run ops` can do, in the order of its help. */
export const opsCommands: readonly OpsCommand[] = [
	complete,
	noShow,
	undo,
	rewardUse,
	voucherWordsNow,
	paymentsReconcile,
	dbDump,
	dbRestore,
]
