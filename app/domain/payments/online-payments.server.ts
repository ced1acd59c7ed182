import type { Kobo } from '#app/kernel/money.ts'
import type { PaymentChannel, PaymentMode } from '#app/kernel/vocabulary/payments.ts'
import type { PaymentProvider, PaymentProviders } from './payment-provider.server.ts'

/** What paying online needs; null wherever it is not set up, and then 'online' is not offered. */
export type OnlinePayments = {
	/** Takes new payments, and pays shops. */
	provider: PaymentProvider
	/** All that a row may name: what one has taken is asked of it, and goes back through it. */
	providers: PaymentProviders
	/** Shops are paid by the provider's transfers only where they are on (D57). */
	payouts: PayoutSettings
	/** Of the key: a test key moves no real money, and its payments count only with it. */
	mode: PaymentMode
	channels: readonly PaymentChannel[]
	/** Less is never asked for: the provider refuses it (D69). */
	minimumKobo: Kobo
	/** Where the payer is sent back to. */
	appOrigin: string
	/** The first signs the return address, all of them are known. */
	linkKeys: readonly string[]
}

export type PayoutSettings = {
	/** False: the operator's bank pays, by a file. */
	isByTransfer: boolean
	/** On the clock of each shop. */
	hour: number
	/** What a shop has to be due at least. */
	minimumKobo: Kobo
}
