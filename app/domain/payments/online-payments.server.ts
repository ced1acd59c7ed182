import type { PaymentChannel, PaymentMode } from '#app/kernel/vocabulary/payments.ts'
import type { PaystackGateway } from './paystack-gateway.server.ts'

/** What paying online needs; null wherever it is not set up, and then 'online' is not offered. */
export type OnlinePayments = {
	gateway: PaystackGateway
	/** Of the key: a test key moves no real money, and its payments count only with it. */
	mode: PaymentMode
	channels: readonly PaymentChannel[]
	/** Where the payer is sent back to. */
	appOrigin: string
	/** The first signs the return address, all of them are known. */
	linkKeys: readonly string[]
}
