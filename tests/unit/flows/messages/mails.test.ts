import { parse } from 'node-html-parser'
import { describe, expect, test } from 'vitest'
import type { Mail, MailSender } from '#app/domain/messaging/mail.ts'
import type { MailedAppointment } from '#app/domain/messaging/mailed-appointment.server.ts'
import type { MailedPayment } from '#app/domain/messaging/mailed-facts.server.ts'
import {
	accountExistsMail,
	emailChangedMail,
	resetPasswordMail,
	verifyEmailMail,
} from '#app/flows/messages/account-messages.server.ts'
import { bookedMail, changedMail, movedMail } from '#app/flows/messages/appointment-messages.server.ts'
import { cancelledMail } from '#app/flows/messages/cancelled-message.server.ts'
import { otherTimeOfferedMail, paymentUnfinishedMail } from '#app/flows/messages/payment-messages.server.ts'
import { refundedMail, refundStartedMail } from '#app/flows/messages/refund-messages.server.ts'
import { refundReasons } from '#app/kernel/vocabulary/payments.ts'

const sender = { name: 'Wakati', origin: 'https://wakati.example', supportContact: 'help@wakati.example' }
/** 14:30 in Lagos, in winter; 13:30 in London. */
const startsAt = Date.parse('2026-11-24T13:30Z')
const refundableUntilAt = Date.parse('2026-11-23T13:30Z')
const before = Date.parse('2026-11-20T12:00Z')
const link = { token: 'secret-token', expiresAt: Date.parse('2026-11-20T12:30Z') }

const appointment: MailedAppointment = {
	referenceNumber: 'WK7-4QMH',
	startsAt,
	durationMinutes: 150,
	cashbackKobo: 0,
	rewardLabel: null,
	discountKobo: 0,
	totalKobo: 1_785_400,
	paymentChoice: 'cash',
	paymentStatus: 'pending',
	paidKobo: 0,
	refundableUntilAt,
	movableUntilAt: Date.parse('2026-11-24T11:30Z'),
	services: [{ name: 'Knotless braids', staffName: 'Chioma' }],
	addOns: [{ name: 'Hair wash' }],
	shop: {
		name: 'Adé Hair Studio',
		address: '12 Adeniran Ogunsanya Street, Surulere',
		landmark: 'Opposite the Total filling station',
		phone: '+2348031234567',
		timeZone: 'Africa/Lagos',
		bankAccount: { bankName: 'Kuda', accountNumber: '0123456789', accountName: 'Adé Hair Studio Ltd' },
	},
	page: '/booking/confirmation?visit=eyJhbGciOiJIUzI1NiJ9.YQ.c2lnbmF0dXJl',
	calendar: {
		id: 'visit-1',
		title: 'Knotless braids at Adé Hair Studio',
		startsAt,
		durationMinutes: 150,
		location: 'Adé Hair Studio, 12 Adeniran Ogunsanya Street, Surulere',
		description: 'With Chioma',
		sequence: 0,
		isCancelled: false,
	},
}
const inZone = (timeZone: string): MailedAppointment => ({
	...appointment,
	shop: { ...appointment.shop, timeZone },
})

const paymentOf = ({ services, shop, startsAt: at }: MailedAppointment): MailedPayment => ({
	paymentReference: 'wk-7Q4MH',
	amountKobo: 500_000,
	currency: 'NGN',
	startsAt: at,
	what: services.map(({ name }) => name).join('\n'),
	shop,
	page: '/booking/payment-success?payment=eyJhbGciOiJIUzI1NiJ9.YQ.c2lnbmF0dXJl',
})
const payment = paymentOf(appointment)

function everyPaymentMail(of: MailedPayment, as: MailSender): [name: string, mail: Mail][] {
	return [
		['payment unfinished', paymentUnfinishedMail(as, of, before)],
		['other time offered', otherTimeOfferedMail(as, of, before)],
		...refundReasons.map((reason): [string, Mail] => [
			`refund started, ${reason}`,
			refundStartedMail(as, of, reason),
		]),
		['refunded', refundedMail(as, of)],
	]
}

/** ₦500 off, and ₦1,000 of the rest paid with cashback. */
const saved = { rewardLabel: '₦500 off', discountKobo: 50_000, cashbackKobo: 100_000 }

const everyMail = (
	of: MailedAppointment = appointment,
	as: MailSender = sender,
): [name: string, mail: Mail][] => [
	['booked', bookedMail(as, of, before)],
	['booked with a reward and cashback', bookedMail(as, { ...of, ...saved }, before)],
	['booked, to pay by transfer', bookedMail(as, { ...of, paymentChoice: 'transfer' }, before)],
	['booked at the last moment', bookedMail(as, of, startsAt - 1)],
	['moved', movedMail(as, of, before)],
	['changed', changedMail(as, of, { backKobo: 200_000, cashbackBackKobo: 50_000 }, before)],
	['cancelled, nothing paid', cancelledMail(as, of, 'nothing_paid', before)],
	['cancelled in time', cancelledMail(as, of, 'refunded', before)],
	['cancelled late', cancelledMail(as, of, 'kept', before)],
	['cancelled while disputed', cancelledMail(as, of, 'disputed', before)],
	['verify email', verifyEmailMail(as, link)],
	['reset password', resetPasswordMail(as, link)],
	['account exists', accountExistsMail(as)],
	['email changed', emailChangedMail(as)],
	...everyPaymentMail(paymentOf(of), as),
]

/** The words of the HTML, as a mail program shows them. */
const wordsOf = ({ html }: Mail) =>
	parse(html)
		.querySelector('body')
		?.innerHTML.replaceAll('<br>', ' ')
		.replace(/<[^>]+>/g, ' ')
		.replaceAll('&#39;', "'")
		.replace(/\s+/g, ' ') ?? ''

describe.each(everyMail())('the mail "%s"', (_name, mail) => {
	test('is light and loads nothing', () => {
		expect(Buffer.byteLength(JSON.stringify(mail))).toBeLessThan(6 * 1024)
		expect(mail.html).not.toMatch(/<(img|script|style|link|iframe|form)\b|url\(|@import/i)
	})

	test('has no hole in it', () => {
		expect(JSON.stringify(mail)).not.toMatch(/undefined|null|NaN|Invalid Date|\[object/)
		expect(mail.subject).not.toBe('')
	})

	test('says the same as text and as HTML, with the same links', () => {
		const words = wordsOf(mail)
		const lines = mail.text.split('\n').map((line) => line.trim())
		// A quiet link does not spell its address in HTML.
		const google = 'https://calendar.google.com/'
		for (const line of lines.filter((one) => one !== '' && one !== '--' && !one.startsWith(google))) {
			// A fact has its label above it in HTML, a link's label stands on the button, the closing has no name before it.
			const inHtml = line.replace(/:$/, '').replace(/^Wakati\. /, '')
			expect(
				[inHtml, inHtml.replace(': ', ' ')].some((one) => words.includes(one)),
				line,
			).toBe(true)
		}
		const links = parse(mail.html)
			.querySelectorAll('a')
			.map((one) => one.getAttribute('href'))
		expect(links.length).toBeGreaterThan(0)
		for (const href of links) {
			expect(href).toMatch(/^https:\/\/(wakati\.example|calendar\.google\.com)\//)
			expect(lines).toContain(href)
		}
	})

	test('says who it is from, why it came, and where a person can be asked', () => {
		expect(mail.text).toContain('-- \nWakati. ')
		expect(mail.text).toMatch(/your (account’s )?email/)
		expect(mail.text).toContain('help@wakati.example')
	})
})

test('without a contact no line about it is left', () => {
	for (const [, mail] of everyMail(appointment, { ...sender, supportContact: null })) {
		expect(mail.text).not.toMatch(/Questions|null/)
	}
})

describe('the time of a visit', () => {
	test('is the one on the clock of the shop, which is named', () => {
		const { subject, text } = bookedMail(sender, appointment, before)
		expect(subject).toBe('Booking Confirmed! Adé Hair Studio, Tue 24 Nov 2026, 2:30 PM (Lagos time)')
		expect(text).toContain('When: Tue 24 Nov 2026, 2:30 PM (Lagos time)')
		expect(bookedMail(sender, inZone('Europe/London'), before).text).toContain(
			'When: Tue 24 Nov 2026, 1:30 PM (London time)',
		)
		expect(movedMail(sender, inZone('America/New_York'), before).text).toContain(
			'When: Tue 24 Nov 2026, 8:30 AM (New York time)',
		)
	})

	test('has the right date beyond midnight', () => {
		const late = { ...appointment, startsAt: Date.parse('2026-11-24T23:30Z') }
		expect(bookedMail(sender, late, before).text).toContain('When: Wed 25 Nov 2026, 12:30 AM')
	})
})

describe('a booked mail', () => {
	test('tells reference, price, people, place, and what can still be changed', () => {
		const { text } = bookedMail(sender, appointment, before)
		for (const words of [
			'WK7-4QMH',
			'₦17,854, to pay in cash at the shop',
			'Knotless braids with Chioma',
			'Hair wash',
			'2 h 30 min',
			'12 Adeniran Ogunsanya Street, Surulere',
			'Free to cancel until Mon 23 Nov 2026, 2:30 PM (Lagos time).',
			'You can move it until Tue 24 Nov 2026, 12:30 PM (Lagos time).',
			'https://wakati.example/booking/confirmation?visit=eyJhbGciOiJIUzI1NiJ9.YQ.c2lnbmF0dXJl',
		])
			expect(text).toContain(words)
	})

	test('does not promise what is over', () => {
		const { text } = bookedMail(sender, { ...appointment, paymentChoice: 'transfer' }, startsAt - 1)
		expect(text).toContain('Payments were refundable until')
		expect(text).toContain('The deadline to move it was')
		expect(text).not.toContain('Free to cancel')
	})

	test('L9: speaks of no refund where everything is paid at the shop', () => {
		const { text } = bookedMail(sender, appointment, startsAt - 1)
		expect(text).toContain('You haven’t paid yet, so you can cancel at no cost.')
		expect(text).not.toContain('refundable')
	})

	test('names the bank account only for a transfer that has not come', () => {
		const bank = '0123456789'
		expect(bookedMail(sender, appointment, before).text).not.toContain(bank)
		const byTransfer = { ...appointment, paymentChoice: 'transfer' as const }
		expect(bookedMail(sender, byTransfer, before).text).toContain(bank)
		const paid = bookedMail(sender, { ...byTransfer, paymentStatus: 'completed' }, before).text
		expect(paid).not.toContain(bank)
		expect(paid).toContain('₦17,854, paid')
	})
})

test('a cancelled mail tells what became of the money', () => {
	expect(cancelledMail(sender, appointment, 'nothing_paid', before).text).toContain(
		'You had not paid anything.',
	)
	expect(cancelledMail(sender, appointment, 'refunded', before).text).toContain('will refund your ₦17,854.')
	expect(cancelledMail(sender, appointment, 'kept', before).text).toContain('₦17,854 is not refunded.')
	const deposit: MailedAppointment = { ...appointment, paymentChoice: 'online', paidKobo: 500_000 }
	expect(cancelledMail(sender, deposit, 'refunded', before).text).toContain('Your ₦5,000 is being refunded')
	expect(cancelledMail(sender, deposit, 'kept', before).text).toContain('your ₦5,000 is not refunded.')
})

describe('a mail about a payment', () => {
	test('says how much, for what, and by which reference a person finds it', () => {
		for (const [, { text }] of everyPaymentMail(payment, sender))
			for (const words of [
				'₦5,000',
				'wk-7Q4MH',
				'Knotless braids',
				'Adé Hair Studio',
				'2:30 PM (Lagos time)',
			])
				expect(text).toContain(words)
	})

	test('says until when something can be done', () => {
		const until = 'until Fri 20 Nov 2026, 1:00 PM (Lagos time)'
		expect(paymentUnfinishedMail(sender, payment, before).text).toContain(`We’re holding your time ${until}`)
		expect(otherTimeOfferedMail(sender, payment, before).text).toContain(`ask for a refund ${until}`)
	})

	test('says in words why money goes back, and that it is not there at once', () => {
		const reasons = refundReasons.map((reason) => refundStartedMail(sender, payment, reason).text)
		expect(new Set(reasons).size).toBe(refundReasons.length)
		expect(refundStartedMail(sender, payment, 'second_payment').text).toContain(
			'was already paid for or booked',
		)
		expect(refundedMail(sender, payment).text).toContain('Banks can take up to 10 working days')
	})

	test('names the money of another country as it is', () => {
		const inDollars = { ...payment, amountKobo: 5_050, currency: 'USD' }
		expect(refundedMail(sender, inDollars).subject).toContain('USD 50.50')
	})
})

test('a mail with a link tells when the link ends', () => {
	for (const mail of [verifyEmailMail(sender, link), resetPasswordMail(sender, link)])
		expect(mail.text).toContain('works once, until Fri 20 Nov 2026, 1:30 PM (Lagos time)')
	expect(verifyEmailMail(sender, link).text).toContain(
		'https://wakati.example/verify-email?token=secret-token',
	)
	expect(resetPasswordMail(sender, link).text).toContain(
		'https://wakati.example/reset-password?token=secret-token',
	)
})

describe('hostile words of a shop', () => {
	const hostile = `<img src=x onerror=alert(1)>"'&\r\nBcc: all@example.com\u202e\u0000`
	const everywhere: MailedAppointment = {
		...appointment,
		referenceNumber: hostile,
		services: [{ name: hostile, staffName: hostile }],
		addOns: [{ name: hostile }],
		shop: {
			...appointment.shop,
			name: hostile,
			address: hostile,
			bankAccount: { bankName: hostile, accountNumber: hostile, accountName: hostile },
		},
	}

	test.each(everyMail(everywhere))('stay words in the mail "%s"', (_name, mail) => {
		expect(parse(mail.html).querySelectorAll('img, [onerror]')).toEqual([])
		expect(mail.html).not.toContain('<img')
		// A line break in a subject would be a header of its own.
		expect(mail.subject).not.toMatch(/\p{Cc}|\u202e/u)
		expect(mail.text).not.toMatch(/(?!\n)\p{Cc}|\u202e/u)
		expect(mail.subject.length).toBeLessThanOrEqual(150)
	})
})

test('a visit comes with its calendar file, without the link that opens it; a cancelled one takes it away', () => {
	for (const mail of [bookedMail(sender, appointment, before), movedMail(sender, appointment, before)]) {
		expect(mail.attachments).toHaveLength(1)
		expect(mail.attachments?.[0]).toMatchObject({
			filename: 'visit.ics',
			contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
		})
		expect(mail.attachments?.[0]?.text).not.toContain('visit=')
		expect(mail.text).toContain('https://calendar.google.com/')
		expect(mail.text).toContain('Opposite the Total filling station')
	}
	const calendar = { ...appointment.calendar, isCancelled: true, sequence: 1 }
	const [file] = cancelledMail(sender, { ...appointment, calendar }, 'nothing_paid', before).attachments ?? []
	expect(file?.contentType).toContain('method=CANCEL')
	expect(file?.text).toContain('UID:visit-1@wakati.example')
})

test('a reward and cashback are told of, with what is left to pay', () => {
	const words = wordsOf(bookedMail(sender, { ...appointment, ...saved }, before))
	expect(words).toContain('₦500 off: ₦500 off')
	expect(words).toContain('₦1,000 of it paid with cashback')
	const back = cancelledMail(
		sender,
		{ ...appointment, ...saved },
		'nothing_paid',
		before,
		'Your reward can be used again.',
	)
	expect(wordsOf(back)).toContain('Your reward can be used again.')
	expect(wordsOf(back)).not.toContain('You had not paid anything')
})
