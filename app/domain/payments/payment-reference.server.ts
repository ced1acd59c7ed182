import { newReadableCode } from '#app/kernel/id.server.ts'

/** Of 32 letters and digits: 130 bits, too many to guess. */
const LENGTH = 26

/** The name of one attempt here and at the provider (K1). Never used again. */
export function newPaymentReference(): string {
	return `wk-${newReadableCode(LENGTH)}`
}

/** The shop's account at the provider may have other payments too. */
export function isPaymentReference(text: string): boolean {
	return /^wk-[A-HJ-NP-Z2-9]{26}$/.test(text)
}
