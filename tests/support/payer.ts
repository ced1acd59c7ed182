import { expect } from 'vitest'
import { type CheckoutValues, checkoutFormSchema } from '#app/domain/booking/checkout/checkout-form.server.ts'
import { amountDueNow, depositFor } from '#app/domain/booking/checkout/deposit.ts'
import type { Customer } from '#app/domain/booking/customer/customer-refusal.ts'
import {
	type CheckoutAnswer,
	type CheckoutRefusal,
	refusalWords,
} from '#app/flows/checkout/checkout-post.server.ts'
import { postCheckout } from '#app/flows/checkout/post-checkout.server.ts'
import { readCheckout } from '#app/flows/checkout/read-checkout.server.ts'
import { isDatabaseError } from '#app/kernel/database-error.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Guest, TestClock } from './booking-desk.ts'
import type { PaymentDeps } from './flow-deps.ts'

/** What a guest types at checkout; what is left out stays as it was. */
type Typed = Partial<Record<'promoCode' | 'reward' | 'tip' | 'customTip' | 'email' | 'phone', string>> & {
	usesCashback?: '1' | undefined
	paymentChoice?: NonNullable<CheckoutValues['paymentChoice']>
	addOns?: string[]
}

/** What checkout answers: Paystack's page, or a refusal. */
export const toPage = expect.objectContaining({ kind: 'payment', next: 'pay' })
export const refusedWith = (refusal: CheckoutRefusal) => expect.objectContaining({ kind: 'refused', refusal })

/** The session of an account that a test has added. */
export function sessionOf({ userId }: Pick<Customer, 'userId'>): string {
	return `session-of-${userId}`
}

/** A guest at checkout who pays online, as the page's form does: `press` is its button, and typed values stay. */
export function newPayer(
	deps: () => PaymentDeps,
	clock: TestClock,
	guest: Guest,
	startsAt: Instant,
	account: Customer | null = null,
	/** Sends the form of a guest, though the session is an account's. */
	hidesAccount = false,
) {
	let typed: Typed & { firstName: string; lastName: string } = { ...guest.contact, paymentChoice: 'online' }
	const { draftId } = guest
	let knownHere: string[] = []
	const actor = () => account && { sessionHash: sessionOf(account), at: clock.now }
	const post = (
		intent: CheckoutValues['intent'],
		seen: Partial<Record<`seen${'Total' | 'Cashback' | 'Due'}Kobo`, number>> = {},
	) =>
		postCheckout(deps(), {
			draftId,
			form: checkoutFormSchema.parse({
				...typed,
				intent,
				startsAt: String(startsAt),
				...(account && !hidesAccount ? { isSignedIn: '1' } : {}),
				...Object.fromEntries(Object.entries(seen).map(([field, kobo]) => [field, String(kobo)])),
			}),
			customer: Promise.resolve(account),
			actor: actor(),
			ownAppointmentIds: [],
			isKnownHere: (email) => knownHere.includes(email),
			networkKey: null,
			now: clock.now,
		})
	const payer = {
		guest,
		draftId,
		/** The device is one on which that account has signed in. */
		isOnPhoneOf(email: string) {
			knownHere = [email]
		},
		/** What the page shows of the amounts. */
		async sees() {
			const appointment = await readCheckout(deps(), { draftId, actor: actor(), now: clock.now })
			if (!appointment) return { seenTotalKobo: 0, seenCashbackKobo: 0, seenDueKobo: 0 }
			const { quote, shop, noShowCount } = appointment
			return {
				seenTotalKobo: quote.totalKobo,
				seenCashbackKobo: quote.cashbackKobo,
				seenDueKobo: amountDueNow(depositFor(shop, noShowCount), quote.toPayKobo),
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
		/** Presses the button without JavaScript: what is typed now was not saved before. */
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
		/** The newest attempt with that page. */
		async referenceOf(url: string): Promise<string> {
			const attempts = await payer.attempts()
			const found = attempts.find(({ authorizationUrl }) => authorizationUrl === url)
			if (!found) throw new Error('a page that no try knows')
			return found.paymentReference
		},
		attempts: () => deps().payments.attempts.paymentsOfDraft(draftId),
		statuses: async () => (await payer.attempts()).map(({ status }) => status).sort(),
	}
	return payer
}

export type Payer = ReturnType<typeof newPayer>

/** In a crowd on a slow machine some get 'busy': they press again. */
export async function pressUntilAnswered(
	payer: Payer,
	seen: { seenTotalKobo: number },
): Promise<CheckoutAnswer> {
	for (;;) {
		try {
			const answer = await payer.press({}, seen)
			if (answer.kind !== 'refused' || refusalWords(answer.refusal).status !== 503) return answer
		} catch (error) {
			if (!isDatabaseError(error)) throw error
		}
	}
}
