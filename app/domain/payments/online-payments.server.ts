import type { Kobo } from '#app/kernel/money.ts'
import type { PaymentChannel, PaymentMode } from '#app/kernel/vocabulary/payments.ts'
import type { PaymentProvider, PaymentProviders } from './payment-provider.server.ts'

/** Null where online payment is not set up: 'online' is then not offered. */
export type OnlinePayments = {
	/** Takes new payments, and pays shops. */
	provider: PaymentProvider
	/** All providers that rows may name: each payment is checked and refunded by its own provider. */
	providers: PaymentProviders
	/** Shops are paid by the provider's transfers only where they are on (D57). */
	payouts: PayoutSettings
	/** The mode of the secret key: a test key moves no real money. Payments count only in their mode. */
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
	minimumKobo: Kobo
}
