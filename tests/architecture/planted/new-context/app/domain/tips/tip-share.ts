import type { Kobo } from '#app/kernel/money.ts'

/** What each staff member gets of a jar, in whole kobo. */
export function tipShare(amountKobo: Kobo, staffCount: number): Kobo {
	return staffCount === 0 ? 0 : Math.floor(amountKobo / staffCount)
}
