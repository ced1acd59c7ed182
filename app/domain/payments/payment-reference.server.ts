import { newReadableCode } from '#app/kernel/id.server.ts'

/** 32 letters and digits to choose from: 130 bits, too many to guess. */
const LENGTH = 26

/** What the provider and we call one try to pay (K1): letters, digits and '-'. Never used again. */
export function newPaymentReference(): string {
	return `wk-${newReadableCode(LENGTH)}`
}

/** As far as any reference of ours could look like it: a shop's account at the provider may have other payments too. */
export function isPaymentReference(text: string): boolean {
	return /^wk-[A-HJ-NP-Z2-9]{26}$/.test(text)
}
