import type { Kobo } from '#app/kernel/money.ts'
import type { PaymentChannel, PaymentMode } from '#app/kernel/vocabulary/payments.ts'
import type { PaymentProvider, PaymentProviders } from './payment-provider.server.ts'

/** Null where it is not set up: then 'online' is not offered. */
export type OnlinePayments = {
	/** Takes new payments, and pays shops. */
	provider: PaymentProvider
	/** All that rows may name: each payment is checked and refunded by its own. */
	providers: PaymentProviders
	/** Shops are paid by the provider's transfers only where they are on (D57). */
	payouts: PayoutSettings
	/** Of the key: a test key moves no real money, and its payments count only with it. */
	mode: PaymentMode
	channels: readonly PaymentChannel[]
	/** The provider refuses smaller amounts (D69). */
	minimumKobo: Kobo
	appOrigin: string
	/** The first signs the return address; all verify it. */
	linkKeys: readonly string[]
}

export type PayoutSettings = {
	/** False: the operator's bank pays, by a file. */
	isByTransfer: boolean
	/** On the clock of each shop. */
	hour: number
	/** The least sum of a payout. */
	minimumKobo: Kobo
}
