import { complete, noShow, undo } from './appointments.ts'
import { checkInAtShop } from './check-in.ts'
import { customerErase } from './customer-erase.ts'
import { dbDump } from './db-dump.ts'
import { dbRestore } from './db-restore.ts'
import { disputesToAnswer } from './disputes.ts'
import { ledgerCheck } from './ledger-check.ts'
import type { OpsCommand } from './ops-command.ts'
import { partsBack } from './parts-back.ts'
import { paymentsReconcile } from './payments-reconcile.ts'
import { payoutAccount } from './payout-account.ts'
import { payoutsCancel, payoutsExport, payoutsRecord, payoutsSettled } from './payouts-bank.ts'
import { payoutsDue } from './payouts-due.ts'
import { payoutsList } from './payouts-list.ts'
import { payoutsRun } from './payouts-run.ts'
import { photosHide, photosKeep, photosReported } from './photos.ts'
import { photosImport } from './photos-import.ts'
import { planActivate } from './plan-activate.ts'
import { problemsList } from './problems-list.ts'
import { pushKeys } from './push-keys.ts'
import { referralsRefuse, referralsRelease, referralsReview } from './referrals.ts'
import { refund } from './refund.ts'
import { reviewsHide, reviewsKeep, reviewsReported } from './reviews.ts'
import { rewardUse } from './reward-use.ts'
import { sessionCallOff } from './session-call-off.ts'
import { shopBankAccount } from './shop-bank-account.ts'
import { shopInvite } from './shop-invite.ts'
import { keysEnd, keysIssue, keysList } from './shop-keys.ts'
import { shopPayoutTerms } from './shop-payout-terms.ts'
import { shopsApprove, shopsRefuse, shopsWaiting } from './shop-signups.ts'
import { shopsImport } from './shops-import.ts'
import { shopsList } from './shops-list.ts'
import { voucherWordsNow } from './voucher-words.ts'
import { webhooksReplay } from './webhooks-replay.ts'
import { writeOffs } from './write-offs.ts'

/** In the order of the help. */
export const opsCommands: readonly OpsCommand[] = [
	shopsImport,
	shopsList,
	shopsWaiting,
	shopsApprove,
	shopsRefuse,
	shopInvite,
	shopBankAccount,
	payoutAccount,
	keysList,
	keysIssue,
	keysEnd,
	webhooksReplay,
	complete,
	noShow,
	undo,
	problemsList,
	rewardUse,
	planActivate,
	sessionCallOff,
	voucherWordsNow,
	checkInAtShop,
	reviewsReported,
	reviewsHide,
	reviewsKeep,
	photosImport,
	photosReported,
	photosHide,
	photosKeep,
	referralsReview,
	referralsRelease,
	referralsRefuse,
	writeOffs,
	refund,
	disputesToAnswer,
	partsBack,
	paymentsReconcile,
	payoutsDue,
	shopPayoutTerms,
	payoutsRun,
	payoutsExport,
	payoutsRecord,
	payoutsCancel,
	payoutsSettled,
	// After those whose names begin like it.
	payoutsList,
	ledgerCheck,
	pushKeys,
	customerErase,
	dbDump,
	dbRestore,
]
