import { expect, test } from 'vitest'
import {
	shopApprovedMail,
	shopRefusedMail,
	shopSignupMail,
} from '#app/flows/messages/shop-signup-messages.server.ts'

const sender = { name: 'Wakati', origin: 'https://wakati.example', supportContact: null }
const expiresAt = Date.parse('2026-11-24T10:00+01:00')

test('the link that proves an e-mail says what it is for, and nothing that a stranger typed', () => {
	const { text } = shopSignupMail(sender, { token: 'secret', expiresAt })
	expect(text).toContain('Confirm my email:\nhttps://wakati.example/for-shops/confirm?token=secret')
	expect(text).toMatch(/The link works until .*24 Nov.*10:00 AM/)
	expect(text).toContain('If it wasn’t you, do nothing: the form is deleted in 3 days.')
})

test('the owner’s link says whose device it opens, how often and until when', () => {
	const { subject, text } = shopApprovedMail(sender, { shopName: 'Mama Put', token: 'key', expiresAt })
	expect(subject).toBe('Your shop is ready to set up: Mama Put')
	expect(text).toContain('Open my shop:\nhttps://wakati.example/kiosk/open?link=key')
	expect(text).toMatch(/opens one device, once, until .*10:00 AM.*Don’t pass it on\./)
})

test('a refusal gives the operator’s reason, where there is one', () => {
	expect(shopRefusedMail(sender, { shopName: 'Mama Put', why: 'Only <salons>.' }).html).toContain(
		'Only &lt;salons&gt;.',
	)
	expect(shopRefusedMail(sender, { shopName: 'Mama Put', why: null }).text).toContain('can’t add it')
})
