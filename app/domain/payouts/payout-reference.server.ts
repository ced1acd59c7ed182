import { newReadableCode } from '#app/kernel/id.server.ts'

/** Of 32 letters and digits each: 120 bits, never used again. */
const LENGTH = 24

/** The name of a payout here, at the provider and in a bank's file. All take 16 to 50 of a–z, 0–9, '-' and '_'. */
export function newPayoutReference(): string {
	return `payout-${newReadableCode(LENGTH).toLowerCase()}`
}

export function isPayoutReference(text: string): boolean {
	return /^payout-[a-hj-np-z2-9]{24}$/.test(text)
}
