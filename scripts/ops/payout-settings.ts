import type { PayoutSettings } from '#app/domain/payments/online-payments.server.ts'
import { KOBO_PER_NAIRA } from '#app/kernel/money.ts'
import type { PaymentMode } from '#app/kernel/vocabulary/payments.ts'
import { StartProblem } from '#scripts/local/start-problem.ts'

/** The payout settings of the installation; others may be missing. */
export function payoutSettingsOf(
	env: NodeJS.ProcessEnv,
): Pick<PayoutSettings, 'minimumKobo'> & { mode: PaymentMode } {
	const minimum = Number(env.PAYOUT_MINIMUM || 1_000)
	if (!Number.isInteger(minimum) || minimum < 1)
		throw new StartProblem('PAYOUT_MINIMUM has to be a sum in whole naira, such as 1000.')
	const isTest = env.PAYSTACK_SECRET_KEY?.startsWith('sk_test_') === true
	return { minimumKobo: minimum * KOBO_PER_NAIRA, mode: isTest ? 'test' : 'live' }
}

/** For an empty list: the other kind of money may have some. */
export const ofWhichMoney: Record<PaymentMode, string> = {
	live: 'With a test key in PAYSTACK_SECRET_KEY this is about test payments.',
	test: 'This is about test payments. Without the test key it is about real ones.',
}

/** For the help of each payout command. */
export const payoutSettingsAbout =
	'Reads DATABASE_URL, DATABASE_AUTH_TOKEN and PAYOUT_MINIMUM; with a test key in PAYSTACK_SECRET_KEY it is about test payments, else about real ones.'
