import type { PaymentChannel, PaymentMode } from '#app/kernel/vocabulary.ts'
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

/** Where Paystack sends the payer back to: the signed link is the key, in whatever browser (guide: paystack, 7). */
export function returnPage(token: string, query = ''): string {
	return `/booking/payment-success?payment=${token}${query}`
}

/** Where a payment is that is not a visit: other times on offer, or its money going back (spec 1 §2, Complete-booking). */
export function completeBookingPage(token: string): string {
	return `/booking/complete-booking?payment=${token}`
}
