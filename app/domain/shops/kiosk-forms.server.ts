import * as z from 'zod'
import { optionalEmailField, phoneField } from '#app/kernel/contact-fields.server.ts'
import {
	idField,
	instantField,
	keptField,
	MAX_NAME_LENGTH,
	neededLine,
	outsideLine,
	secretField,
	seenField,
	shortLine,
	UNREADABLE,
} from '#app/kernel/form-fields.server.ts'
import type { Kobo } from '#app/kernel/money.ts'
import { typedNairaField } from '#app/kernel/owner-fields.server.ts'
import { typedDate, typedTime } from '#app/kernel/typed-times.server.ts'
import { shopScopes } from '#app/kernel/vocabulary/shops.ts'
import { pinProblem } from './pin-rules.ts'

const PIN_WORDS = 'Choose four to six digits'
/** A new PIN; one that a thief would try first is refused with its reason. */
const newPin = z
	.string(PIN_WORDS)
	.regex(/^\d{4,6}$/, { error: PIN_WORDS, abort: true })
	.superRefine((typed, context) => {
		const message = pinProblem(typed)
		if (message !== null) context.addIssue({ code: 'custom', message })
	})

/** A new kiosk: its PIN, twice. The names say that neither is ever given back to a page. */
export const openKioskFormSchema = z
	.object({ pinSecret: newPin, pinSecretAgain: secretField('Type the PIN again').max(20, UNREADABLE) })
	.refine(({ pinSecret, pinSecretAgain }) => pinSecret === pinSecretAgain, {
		path: ['pinSecretAgain'],
		message: 'The two PINs do not match',
	})

export const pinFormSchema = z.object({
	pinSecret: secretField('Type the PIN').max(20, UNREADABLE),
})

/** `act` is made with the page: an act is not done twice with it. */
const act = idField()
const reason = outsideLine('Please say why')
	.min(3, 'Please say why, in three letters at least')
	.max(200, 'Please write at most 200 characters')

/** An action on one visit. `back`: the list that it came from. */
export const appointmentFormSchema = z
	.object({
		intent: z.enum(
			[
				'arrive',
				'complete',
				'complete-unpaid',
				'miss',
				'undo',
				'confirm',
				'hand-over',
				'transfer-paid',
				'answer-problem',
			],
			UNREADABLE,
		),
		act,
		staff: idField().optional(),
		/** Of what a customer says was wrong. */
		answer: shortLine(500).optional(),
		back: keptField(300).optional(),
	})
	.refine(({ intent, answer }) => intent !== 'answer-problem' || answer, {
		path: ['answer'],
		message: 'Please write an answer',
	})

export const cancelAppointmentFormSchema = z.object({ act, reason })

/** `at`: the start that was offered; without it the visit begins now. A name is optional. */
export const walkInFormSchema = z.object({
	act,
	at: instantField().optional(),
	firstName: shortLine(MAX_NAME_LENGTH).optional(),
	lastName: shortLine(MAX_NAME_LENGTH).optional(),
})

const LOWER_WORDS = 'Type the price in naira, such as 5,000'
const MISSING_NUMBER = 'Type their phone number, such as 0803 123 4567'

/** A booking on the telephone for a customer who is typed in: the rest is in the page's address. */
export const bookFormSchema = z.object({
	act,
	/** Book it, or hold it and ask for its deposit by a link. */
	intent: z.enum(['book', 'deposit'], UNREADABLE).default('book'),
	/** The price that the page showed. */
	shownKobo: z
		.string(UNREADABLE)
		.regex(/^\d{1,13}$/, UNREADABLE)
		.transform(Number),
	firstName: neededLine('Type their name', MAX_NAME_LENGTH),
	lastName: shortLine(MAX_NAME_LENGTH).optional(),
	phone: phoneField(MISSING_NUMBER),
	email: optionalEmailField('Check the email, or leave it out'),
	note: shortLine(300).optional(),
	price: typedNairaField(LOWER_WORDS, 'The price').optional(),
	priceReason: shortLine(100).optional(),
})

/** As `bookFormSchema`, for a customer who was found. */
export const bookKnownFormSchema = bookFormSchema.partial({ firstName: true, phone: true })

/** Mails a deposit's link again, or frees its time. */
export const depositLinkFormSchema = z.object({ act, intent: z.enum(['send', 'let-go'], UNREADABLE) })

/** What is wrong with a price, at its field; null for the one that was shown, and for a lower one with a reason. */
export function lowerPriceProblem({
	shownKobo,
	price = shownKobo,
	priceReason = '',
}: {
	shownKobo: Kobo
	price?: Kobo
	priceReason?: string
}): { field: 'price' | 'priceReason'; text: string } | null {
	if (price > shownKobo) return { field: 'price', text: 'You can lower the price, not raise it' }
	return price < shownKobo && priceReason === '' ? { field: 'priceReason', text: 'Say why it’s lower' } : null
}

/** Where a visit goes, and to whom; `to`: a start that was offered. */
export const moveAtKioskFormSchema = z.object({
	act,
	date: typedDate,
	time: typedTime,
	/** None: the people it has. */
	staff: idField().optional(),
	to: instantField().optional(),
	/** A free time of the list; 'custom' for the typed one. */
	slot: z.union([z.literal('custom').transform(() => undefined), instantField()], UNREADABLE).optional(),
})

/** Another service for one of a visit. With `shown` and `sequence` the question about it was answered. */
export const changeServiceFormSchema = z.object({
	act,
	position: z
		.string(UNREADABLE)
		.regex(/^[0-3]$/, UNREADABLE)
		.transform(Number),
	service: idField('Choose a service'),
	sequence: z
		.string(UNREADABLE)
		.regex(/^\d{1,9}$/, UNREADABLE)
		.transform(Number)
		.optional(),
	shown: z
		.string(UNREADABLE)
		.regex(/^[\d-]{1,80}$/, UNREADABLE)
		.optional(),
})

export const noteFormSchema = z.object({
	act,
	note: shortLine(300).default(''),
	/** The note as the page showed it. */
	seenNote: seenField(300).default(''),
})

const DEVICE_WORDS = 'Type a name for the device, such as Front desk'
export const blockFormSchema = z.object({
	act,
	/** Whose time: of all of them, or of none. */
	staff: z.array(idField(), 'Choose a person').min(1, 'Choose a person').max(100, UNREADABLE),
	blockDate: typedDate,
	blockFrom: typedTime,
	blockTo: typedTime,
	blockReason: shortLine(100).optional(),
})

export const unblockFormSchema = z.object({ act, block: idField() })

/** The typed or scanned text, unchecked. */
export const codeFormSchema = z.object({
	act,
	/** A reward is looked at first, and then used; an order, and then its plan is started. */
	intent: z.enum(['look', 'use', 'start'], UNREADABLE).optional(),
	/** The visit of today that a reward takes something off. */
	visit: shortLine(20, UNREADABLE).optional(),
	code: neededLine('Type or scan a code', 600, 'This is not one of our codes'),
})

/** An owner decides about a referral that is held, by the reference of the friend's visit. */
export const heldReferralFormSchema = z.object({
	intent: z.enum(['pay', 'refuse'], UNREADABLE),
	act,
	referral: keptField(20),
})

/** An owner makes a link for a kiosk or for a person's own device, or ends a device or a key. */
export const devicesFormSchema = z.discriminatedUnion('intent', [
	z.object({
		intent: z.literal('invite'),
		act,
		deviceName: neededLine(DEVICE_WORDS, 40),
	}),
	z.object({ intent: z.literal('invite-person'), act, person: idField('Choose a person') }),
	z.object({ intent: z.literal('end'), act, key: idField() }),
	z.object({ intent: z.literal('end-link'), act, link: idField() }),
])

/** An owner makes a key for one of the shop's programs, or ends one. */
export const apiKeysFormSchema = z.discriminatedUnion('intent', [
	z.object({
		intent: z.literal('make'),
		act,
		keyName: neededLine('Type a name, such as Website', 40),
		scope: z
			.array(z.enum(shopScopes, UNREADABLE), 'Choose what it may do')
			.min(1, 'Choose what it may do')
			.max(shopScopes.length, UNREADABLE),
	}),
	z.object({ intent: z.literal('end'), act, key: idField() }),
])

/** The choice of a feed that is of no one person. */
export const WHOLE_SHOP = 'shop'

/** An owner makes the address of a calendar, or ends one. */
export const feedsFormSchema = z.discriminatedUnion('intent', [
	z.object({
		intent: z.literal('add'),
		act,
		of: idField('Choose whose visits it shows'),
		names: z.literal('on', UNREADABLE).optional(),
	}),
	z.object({ intent: z.literal('end'), act, feed: idField() }),
])
