import type { AppLoadContext } from '@remix-run/cloudflare'
import type { PaymentMode } from '#app/kernel/vocabulary/payments.ts'

/** The mode of the money that a shop sees: real money where paying online is off. */
export function payoutMode({ settings: { payments } }: Pick<AppLoadContext, 'settings'>): PaymentMode {
	return payments?.mode ?? 'live'
}
