import { expect, test } from 'vitest'
import type { MailSender } from '#app/domain/messaging/mail.ts'
import { topicWords } from '#app/domain/messaging/topic-words.ts'
import { accountExistsMail, emailChangedMail } from '#app/flows/messages/account-messages.server.ts'
import { depositAskedMail } from '#app/flows/messages/deposit-asked-message.server.ts'
import { rewardEarnedMail } from '#app/flows/messages/reward-earned-message.server.ts'
import {
	bankAccountChangedMail,
	contactChangedMail,
	keyChangedMail,
	payoutAccountMail,
	webhookEndedMail,
} from '#app/flows/messages/shop-notice-messages.server.ts'

const sender: MailSender = {
	name: 'Wakati',
	origin: 'https://wakati.example',
	supportContact: 'help@wakati.example',
}
const unreachable = { ...sender, supportContact: null }

test('W29: whoever signs up again is led to signing in, and nobody else learns of the account', () => {
	const { subject, text } = accountExistsMail(sender)
	expect(subject).toBe('You already have an account at Wakati')
	expect(text.split('\n\n').slice(0, 4)).toEqual([
		'You already have an account',
		expect.stringMatching(/^Someone, perhaps you, .* nothing was changed\.$/),
		'Sign In:\nhttps://wakati.example/login',
		'Forgot your password?:\nhttps://wakati.example/forgot-password',
	])
	expect(text).toContain('someone entered your email on our sign-up page')
})

test('S17: the old address learns that it is the account’s no more, and what to do if its owner did not do it', () => {
	const { subject, text } = emailChangedMail(sender)
	expect(subject).toBe('The email for your Wakati account was changed')
	expect(text.split('\n\n').slice(0, 4)).toEqual([
		'Your email was changed',
		expect.stringMatching(/^Your account at Wakati has a new email/),
		expect.stringContaining('Contact us right away: help@wakati.example, and change the password'),
		'Sign In:\nhttps://wakati.example/login',
	])
	expect(text).toContain('this was your account’s email until today')
	expect(emailChangedMail(unreachable).text).toContain('Contact us right away, and change')
})

test('a reward is told with how it is used: a code to show, or cashback that is there already', () => {
	const earned = { shopName: 'Adé', descriptions: ['10% off', 'Free wash'], isToShow: true }
	const shown = rewardEarnedMail(sender, earned)
	expect(shown.subject).toBe('You earned 10% off and Free wash at Adé')
	expect(shown.text.split('\n\n').slice(0, 3)).toEqual([
		'You earned 10% off and Free wash',
		expect.stringMatching(/^Your last visit to Adé earned it\. It’s ready: /),
		'See My Rewards:\nhttps://wakati.example/rewards',
	])
	expect(shown.text).toContain('because you collect stamps at Adé')
	const added = rewardEarnedMail(sender, { ...earned, isToShow: false }).text
	expect(added).toContain('It was added to your cashback there.')
	expect(added).toContain('See my wallet:\nhttps://wakati.example/wallet')
})

test('a deposit is asked for with what is held, until when, and the page that takes it', () => {
	const deposit = {
		shop: { name: 'Adé', phone: '+2348031234567', timeZone: 'Africa/Lagos' },
		what: ['Cut', 'Wash'],
		startsAt: Date.parse('2026-11-24T10:00+01:00'),
		dueKobo: 150_000,
		totalKobo: 500_000,
		heldUntilAt: Date.parse('2026-11-23T15:10+01:00'),
		page: '/d/K7QM-2XWP-9TRB',
	}
	const { subject, text } = depositAskedMail(sender, deposit, Date.parse('2026-11-23T13:10+01:00'))
	expect(subject).toBe('Adé holds a time for you until 3:10 PM')
	expect(text).toContain('holds this time for you until 3:10 PM. It’s booked once you’ve paid')
	expect(text).toContain('₦1,500 of ₦5,000')
	expect(text).toMatch(/Cut\s+Wash/)
	expect(text).toContain('Pay ₦1,500:\nhttps://wakati.example/d/K7QM-2XWP-9TRB')
	expect(text).toContain('0803 123 4567')
	const all = depositAskedMail(sender, { ...deposit, dueKobo: 500_000 }, deposit.startsAt).text
	expect(all).not.toContain('of ₦5,000')
})

test('a shop is told of each key by its name', () => {
	const told = (change: 'invited' | 'issued' | 'ended') =>
		keyChangedMail(sender, { shopName: 'Adé', change, keyName: 'Front desk' })
	expect(told('invited').subject).toBe('A new key for your shop was made: Adé')
	expect(told('ended').subject).toBe('A key for your shop was ended: Adé')
	expect(told('issued').text.split('\n\n').slice(0, 3)).toEqual([
		'A new key for your shop was made',
		'A new key lets a program act for your shop. Its name: Front desk.',
		'If you did not ask for this, contact us right away: help@wakati.example.',
	])
	expect(told('issued').text).toContain('this is the address of Adé')
	const unasked = keyChangedMail(unreachable, { shopName: 'Adé', change: 'ended', keyName: 'Front desk' })
	expect(unasked.text).toContain('contact us right away.')
})

test('a shop is told of another bank account by its last digits alone, and of a program that is told no more', () => {
	const account = { shopName: 'Adé', bankName: 'Kuda', accountNumber: '0123456789' }
	const { subject, text } = bankAccountChangedMail(sender, account)
	expect(subject).toBe('Your shop’s bank account was changed: Adé')
	expect(text).toContain('to Kuda, account ending in 6789.')
	expect(text).not.toContain('56789')
	const ended = webhookEndedMail(sender, { shopName: 'Adé', host: 'hooks.ade.example' })
	expect(ended.subject).toBe('Your program no longer gets booking updates: Adé')
	expect(ended.text).toContain('hooks.ade.example hasn’t accepted our messages for three days')
})

test('each topic that can be chosen has a name and says when it is sent', () => {
	for (const { name, detail } of Object.values(topicWords))
		expect([name, detail].every((text) => text.length > 5)).toBe(true)
})

const shop = { name: 'Ada Beauty', timeZone: 'Africa/Lagos' }
const saturday = Date.parse('2026-11-28T18:00:00Z')

test('D58: a shop learns of another account for payouts, from when on it counts, and how to stop it', () => {
	const account = { shop, label: 'Access Bank ••••1234', holderName: 'ADA <b>OBI</b>', usableAt: saturday }
	const { subject, text, html } = payoutAccountMail(sender, { ...account, stopToken: 'the-token' })
	expect(subject).toBe('Your payout account was changed: Ada Beauty')
	expect(text).toContain('from Sat 28 Nov 2026, 7:00 PM (Lagos time). Nothing is paid before then.')
	expect(text).toContain('Account: Access Bank ••••1234\nName: ADA <b>OBI</b>')
	expect(text).toContain('Stop this account:\nhttps://wakati.example/payouts/stop?token=the-token')
	expect(text).toContain('contact us right away: help@wakati.example.')
	expect(html).not.toContain('<b>OBI')
	const atOnce = payoutAccountMail(sender, { ...account, usableAt: null, stopToken: null }).text
	expect(atOnce).toContain('from now on')
	expect(atOnce).not.toContain('/payouts/stop')
})

test.each([
	[true, false, false, 'Your shop’s email was changed'],
	[false, true, false, 'Your shop’s phone number was changed'],
	[false, false, true, 'Your shop’s WhatsApp number was changed'],
	[true, true, true, 'Your shop’s email, phone number and WhatsApp number were changed'],
])(
	'D58: a shop learns of another contact, and that payouts wait (%s, %s, %s)',
	(isEmail, isPhone, isWhatsApp, title) => {
		const { subject, text } = contactChangedMail(sender, {
			...{ shopName: shop.name, timeZone: shop.timeZone, heldUntil: saturday, isEmail, isPhone, isWhatsApp },
		})
		expect(subject).toBe(`${title}: Ada Beauty`)
		expect(text).toContain('payouts to Ada Beauty wait until Sat 28 Nov 2026, 7:00 PM (Lagos time)')
	},
)
