import type { AppLoadContext } from '@remix-run/cloudflare'
import type { PaymentMode } from '#app/kernel/vocabulary/payments.ts'

/** Whose payments and payouts a shop is shown: where paying online is off, those of before were of real money. */
export function payoutMode({ settings: { payments } }: Pick<AppLoadContext, 'settings'>): PaymentMode {
	return payments?.mode ?? 'live'
}
