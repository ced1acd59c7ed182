import { describe, expect, test } from 'vitest'
import { securityTxt } from '#app/http/security-txt.ts'

const now = Date.parse('2026-11-22T08:00:00.000Z')
const textFor = (supportContact: string | null) =>
	securityTxt({ supportContact, appOrigin: 'https://wakati.example', now })

test('security.txt says whom to write to, until when that holds, and where it belongs', () => {
	expect(textFor('help@wakati.example')).toBe(
		[
			'Contact: mailto:help@wakati.example',
			'Expires: 2027-02-20T08:00:00.000Z',
			'Preferred-Languages: en',
			'Canonical: https://wakati.example/.well-known/security.txt',
			'',
		].join('\n'),
	)
})

test('security.txt does not say where it belongs while the app does not know its own address', () => {
	const text = securityTxt({ supportContact: 'help@wakati.example', appOrigin: null, now })
	expect(text).toContain('Contact: ')
	expect(text).not.toContain('Canonical')
})

describe('the contact of security.txt', () => {
	test.each([
		['help@wakati.example', 'mailto:help@wakati.example'],
		['help+security@mail.wakati.example', 'mailto:help+security@mail.wakati.example'],
		['0803 123 4567', 'tel:+2348031234567'],
		['+44 20 7946 0958', 'tel:+442079460958'],
		['mailto:help@wakati.example', 'mailto:help@wakati.example'],
		['tel:+2348031234567', 'tel:+2348031234567'],
		['https://wakati.example/help', 'https://wakati.example/help'],
	])('is of %j the address %s', (contact, uri) => {
		expect(textFor(contact)).toMatch(new RegExp(`^Contact: ${uri.replace(/[+.]/g, '\\$&')}\n`))
	})

	test.each([
		null,
		'ask at the salon',
		'http://wakati.example/help',
		'javascript:alert(1)',
		'help@wakati.example or 0803 123 4567',
		'help@wakati.example\nContact: mailto:other@wakati.example',
		'https://wakati.example/\nContact: mailto:other@wakati.example',
		'@wakati',
	])('is missing for %j, and the file with it', (contact) => {
		expect(textFor(contact)).toBeNull()
	})
})
