import { complete, noShow, undo } from './appointments.ts'
import { customerErase } from './customer-erase.ts'
import { dbDump } from './db-dump.ts'
import { dbRestore } from './db-restore.ts'
import { disputesToAnswer } from './disputes.ts'
import { ledgerCheck } from './ledger-check.ts'
import { problemsList, writeOffs } from './open-matters.ts'
import type { OpsCommand } from './ops-command.ts'
import { partsBack } from './parts-back.ts'
import { paymentsReconcile } from './payments-reconcile.ts'
import { payoutAccount } from './payout-account.ts'
import { payoutsCancel, payoutsExport, payoutsRecord, payoutsSettled } from './payouts-bank.ts'
import { payoutsDue, payoutsList, payoutsRun } from './payouts-due.ts'
import { photosImport } from './photos-import.ts'
import { pushKeys } from './push-keys.ts'
import { referralsRefuse, referralsRelease, referralsReview } from './referrals.ts'
import { refund } from './refund.ts'
import {
	photosHide,
	photosKeep,
	photosReported,
	reviewsHide,
	reviewsKeep,
	reviewsReported,
} from './reports.ts'
import { keysEnd, keysIssue, keysList, shopInvite } from './shop-keys.ts'
import { shopPayoutTerms } from './shop-payout-terms.ts'
import { checkInAtShop, planActivate, sessionCallOff } from './shop-plans.ts'
import { rewardUse, voucherWordsNow } from './shop-rewards.ts'
import { shopsApprove, shopsRefuse, shopsWaiting } from './shop-signups.ts'
import { shopBankAccount, shopsList } from './shops.ts'
import { shopsImport } from './shops-import.ts'
import { webhooksReplay } from './webhooks-replay.ts'

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
	// Other commands begin with this one's name, so they come first.
	payoutsList,
	ledgerCheck,
	pushKeys,
	customerErase,
	dbDump,
	dbRestore,
]
