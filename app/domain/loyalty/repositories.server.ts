import type { Database } from '#db/client.server.ts'
import { createCashbackAccountRepository } from './cashback-account-repository.server.ts'
import { createCountedAppointmentRepository } from './counted-appointment-repository.server.ts'
import { createOwnLoyaltyRepository } from './own-loyalty-repository.server.ts'
import { createOwnRewardRepository, createVoucherRepository } from './own-reward-repository.server.ts'
import { createProgramRepository } from './program-repository.server.ts'
import { createReferralCodeRepository } from './referral-code-repository.server.ts'
import { createReferralRepository } from './referral-repository.server.ts'
import { createRewardCodeRepository } from './reward-code-repository.server.ts'
import { createSavingUseRepository } from './saving-use-repository.server.ts'
import { createShopProgramRepository } from './shop-program-repository.server.ts'
import { createCustomerStandingRepository, createStandingRepository } from './standing-repository.server.ts'
import { createUsableSavingRepository } from './usable-saving-repository.server.ts'
import { createWalletRepository } from './wallet-repository.server.ts'

export function createLoyaltyRepositories(read: Database['read']) {
	return {
		programs: createProgramRepository(read),
		standings: {
			...createStandingRepository(read),
			...createCountedAppointmentRepository(),
			...createCustomerStandingRepository(),
		},
		cashbackAccounts: createCashbackAccountRepository(read),
		referralCodes: createReferralCodeRepository(read),
		referrals: createReferralRepository(read),
		wallet: createWalletRepository(read),
		ownRewards: createOwnRewardRepository(read),
		usableSavings: createUsableSavingRepository(read),
		savingUses: createSavingUseRepository(read),
		rewardCodes: createRewardCodeRepository(read),
		vouchers: createVoucherRepository(read),
		ownLoyalty: createOwnLoyaltyRepository(read),
		shopPrograms: createShopProgramRepository(read),
	}
}
