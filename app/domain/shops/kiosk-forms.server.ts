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
import { typedDate, typedNairaField, typedTime } from '#app/kernel/owner-fields.server.ts'
import { nextSteps, shopScopes } from '#app/kernel/vocabulary/shops.ts'
import { pinProblem } from './pin-rules.ts'

const PIN_WORDS = 'Choose four to six digits'
const newPin = z
	.string(PIN_WORDS)
	.regex(/^\d{4,6}$/, { error: PIN_WORDS, abort: true })
	.superRefine((typed, context) => {
		const message = pinProblem(typed)
		if (message !== null) context.addIssue({ code: 'custom', message })
	})

/** A new kiosk. Fields with `Secret` in their name are never sent back to a page. */
export const openKioskFormSchema = z
	.object({ pinSecret: newPin, pinSecretAgain: secretField('Type the PIN again').max(20, UNREADABLE) })
	.refine(({ pinSecret, pinSecretAgain }) => pinSecret === pinSecretAgain, {
		path: ['pinSecretAgain'],
		message: 'The two PINs do not match',
	})

export const pinFormSchema = z.object({
	pinSecret: secretField('Type the PIN').max(20, UNREADABLE),
})

/** The idempotency key, made with the page. */
const act = idField()
const reason = outsideLine('Please say why')
	.min(3, 'Please say why, in three letters at least')
	.max(200, 'Please write at most 200 characters')

/** An action on one appointment. `back`: the list that it came from. */
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
		/** The answer to a customer's problem. */
		answer: shortLine(500).optional(),
		back: keptField(300).optional(),
	})
	.refine(({ intent, answer }) => intent !== 'answer-problem' || answer, {
		path: ['answer'],
		message: 'Please write an answer',
	})

export const cancelAppointmentFormSchema = z.object({ act, reason })

/** `at`: an offered start; without it the appointment begins now. */
export const walkInFormSchema = z.object({
	act,
	at: instantField().optional(),
	firstName: shortLine(MAX_NAME_LENGTH).optional(),
	lastName: shortLine(MAX_NAME_LENGTH).optional(),
})

const LOWER_WORDS = 'Type the price in naira, such as 5,000'
const MISSING_NUMBER = 'Type their phone number, such as 0803 123 4567'

/** A booking by telephone for a typed customer; the page's address has the rest. */
export const bookFormSchema = z.object({
	act,
	/** 'deposit' holds the time and mails a link for its deposit. */
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

/** A booking by telephone for a known customer. */
export const bookKnownFormSchema = bookFormSchema.partial({ firstName: true, phone: true })

/** Mails a deposit's link again, or releases its time. */
export const depositLinkFormSchema = z.object({ act, intent: z.enum(['send', 'let-go'], UNREADABLE) })

/** Null for the shown price, or a lower price with a reason. */
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

/** `to`: an offered start. */
export const moveAtKioskFormSchema = z.object({
	act,
	date: typedDate,
	time: typedTime,
	/** Without it the present people stay. */
	staff: idField().optional(),
	to: instantField().optional(),
	/** A free time of the list; 'custom' for the typed time. */
	slot: z.union([z.literal('custom').transform(() => undefined), instantField()], UNREADABLE).optional(),
})

/** Replaces one service of an appointment. `shown` and `sequence` come with the confirmation. */
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
	/** 'look' comes first: 'use' redeems a reward, 'start' starts the plan of an order. */
	intent: z.enum(['look', 'use', 'start'], UNREADABLE).optional(),
	/** The appointment of today that a reward discounts. */
	visit: shortLine(20, UNREADABLE).optional(),
	code: neededLine('Type or scan a code', 600, 'This is not one of our codes'),
})

/** An owner decides about a held referral, by the reference of the friend's appointment. */
export const heldReferralFormSchema = z.object({
	intent: z.enum(['pay', 'refuse'], UNREADABLE),
	act,
	referral: keptField(20),
})

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

export const WHOLE_SHOP = 'shop'

export const feedsFormSchema = z.discriminatedUnion('intent', [
	z.object({
		intent: z.literal('add'),
		act,
		of: idField('Choose whose visits it shows'),
		names: z.literal('on', UNREADABLE).optional(),
	}),
	z.object({ intent: z.literal('end'), act, feed: idField() }),
])

export const nextStepFormSchema = z.object({ act: idField(), step: z.enum(nextSteps, UNREADABLE) })
