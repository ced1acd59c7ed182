/** Without Paystack's `bank` and `qr`: the app offers neither. */
export const sandboxChannels = ['card', 'bank_transfer', 'ussd'] as const
export type SandboxChannel = (typeof sandboxChannels)[number]

export type TestCard = {
	/** Sixteen digits. */
	number: string
	cvv: string
	/** Its effect, for a person. */
	words: string
	/** The bank's response; only 'Successful' pays. */
	gatewayResponse: string
	refundFails: boolean
}

export const PAID = 'Successful'

/** Paystack's documented test cards (K11). */
export const testCards = {
	success: {
		number: '4084084084084081',
		cvv: '408',
		words: 'Pays',
		gatewayResponse: PAID,
		refundFails: false,
	},
	declined: {
		number: '4084080000005408',
		cvv: '001',
		words: 'Is declined',
		gatewayResponse: 'Declined',
		refundFails: false,
	},
	insufficientFunds: {
		number: '4084080000670037',
		cvv: '787',
		words: 'Has too little money',
		gatewayResponse: 'Insufficient Funds',
		refundFails: false,
	},
	refundFails: {
		number: '4084080000671803',
		cvv: '180',
		words: 'Pays, but cannot be refunded',
		gatewayResponse: PAID,
		refundFails: true,
	},
} satisfies Record<string, TestCard>
export type TestCardName = keyof typeof testCards

/** Ignores the grouping of digits; undefined for every other number, real ones above all. */
export function findTestCard(typed: string): TestCard | undefined {
	const digits = typed.replace(/[\s-]/g, '')
	return Object.values(testCards).find(({ number }) => number === digits)
}
