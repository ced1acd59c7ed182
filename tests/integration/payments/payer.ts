import { expect } from 'vitest'
import { type BookingRefusal, bookingRefusals } from '#app/domain/booking/booking-refusal.ts'
import { type CheckoutForm, checkoutFormSchema } from '#app/domain/booking/checkout-form.server.ts'
import type { Customer as Account } from '#app/domain/booking/customer.ts'
import { amountDueNow, depositFor } from '#app/domain/booking/deposit.ts'
import { type CheckoutAnswer, postCheckout } from '#app/flows/post-checkout.server.ts'
import { readCheckout } from '#app/flows/read-checkout.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { isDatabaseError } from '#db/database-error.server.ts'
import type { Customer, TestClock } from '#tests/integration/booking/customer.ts'
import type { DeskDeps } from './desk-deps.ts'

/** What a guest types at checkout; what is left out stays as it was. */
type Typed = Partial<Record<'promoCode' | 'tip' | 'customTip' | 'email' | 'phone', string>> & {
	paymentChoice?: NonNullable<CheckoutForm['paymentChoice']>
	addOns?: string[]
}

/** What checkout answers: Paystack's page, or a refusal. */
export const toPage = expect.objectContaining({ kind: 'payment', next: 'pay' })
export const refusedWith = (refusal: BookingRefusal) => expect.objectContaining({ kind: 'refused', refusal })

/** The session of an account that a test has added. */
export function sessionOf({ userId }: Pick<Account, 'userId'>): string {
	return `session-of-${userId}`
}

/**
 * A guest at checkout who pays online, as the page's form does it: `press` is its button, and what is typed stays typed.
 */
export function newPayer(
	deps: () => DeskDeps,
	clock: TestClock,
	guest: Customer,
	startsAt: Instant,
	account: Account | null = null,
) {
	let typed: Typed & { firstName: string; lastName: string } = { ...guest.contact, paymentChoice: 'online' }
	const { draftId } = guest
	const actor = () => account && { sessionHash: sessionOf(account), at: clock.now }
	const post = (
		intent: CheckoutForm['intent'],
		seen: Partial<Record<`seen${'Total' | 'Due'}Kobo`, number>> = {},
	) =>
		postCheckout(deps(), {
			draftId,
			form: checkoutFormSchema.parse({
				...typed,
				intent,
				startsAt: String(startsAt),
				...(account ? { isSignedIn: '1' } : {}),
				...Object.fromEntries(Object.entries(seen).map(([field, kobo]) => [field, String(kobo)])),
			}),
			customer: Promise.resolve(account),
			actor: actor(),
			ownVisitIds: [],
			networkKey: null,
			now: clock.now,
		})
	const payer = {
		guest,
		draftId,
		/** What the page shows of the amounts. */
		async sees() {
			const visit = await readCheckout(deps(), { draftId, actor: actor(), now: clock.now })
			if (!visit) return { seenTotalKobo: 0, seenDueKobo: 0 }
			const { quote, shop, noShowCount } = visit
			return {
				seenTotalKobo: quote.totalKobo,
				seenDueKobo: amountDueNow(depositFor(shop, noShowCount), quote.totalKobo),
			}
		},
		async type(fields: Typed): Promise<CheckoutAnswer> {
			typed = { ...typed, ...fields }
			return post('update')
		},
		/** Confirms what the page shows, or `seen` when that is something else. */
		async press(
			fields: Typed = {},
			seen?: { seenTotalKobo: number; seenDueKobo?: number },
		): Promise<CheckoutAnswer> {
			if (Object.keys(fields).length > 0) await payer.type(fields)
			return post('book', seen ?? (await payer.sees()))
		},
		/** The same without JavaScript: what is typed now was not saved before. */
		tick(fields: Typed, seen: { seenTotalKobo: number; seenDueKobo?: number }): Promise<CheckoutAnswer> {
			typed = { ...typed, ...fields }
			return post('book', seen)
		},
		/** Goes to the payment page; its reference. Throws when it leads elsewhere. */
		async start(fields: Typed = {}): Promise<string> {
			const answer = await payer.press(fields)
			if (answer.kind !== 'payment' || answer.next !== 'pay')
				throw new Error(`no page: ${JSON.stringify(answer)}`)
			return payer.referenceOf(answer.url)
		},
		/** The newest try with that page. */
		async referenceOf(url: string): Promise<string> {
			const tries = await payer.tries()
			const found = tries.find(({ authorizationUrl }) => authorizationUrl === url)
			if (!found) throw new Error('a page that no try knows')
			return found.reference
		},
		tries: () => deps().payments.paymentsOfDraft(draftId),
		statuses: async () => (await payer.tries()).map(({ status }) => status).sort(),
	}
	return payer
}

export type Payer = ReturnType<typeof newPayer>

/** In a crowd on a slow machine some are told that it is busy: they press again. */
export async function pressUntilAnswered(
	payer: Payer,
	seen: { seenTotalKobo: number },
): Promise<CheckoutAnswer> {
	for (;;) {
		try {
			const answer = await payer.press({}, seen)
			if (answer.kind !== 'refused' || bookingRefusals[answer.refusal].status !== 503) return answer
		} catch (error) {
			if (!isDatabaseError(error)) throw error
		}
	}
}
