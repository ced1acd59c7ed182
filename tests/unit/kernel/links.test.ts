import fc from 'fast-check'
import { expect, test } from 'vitest'
import { whatsAppLink } from '#app/kernel/links.ts'

const textOf = (link: string) => new URL(link).searchParams.get('text')

test('A link to WhatsApp says the whole text, whatever signs it has', () => {
	expect(whatsAppLink('Ìyá & Co: 50% + 1 #1')).toBe(
		'https://wa.me/?text=Ìyá%20%26%20Co:%2050%25%20%2B%201%20%231',
	)
	fc.assert(
		fc.property(fc.string({ unit: 'grapheme' }), (text) => {
			expect(textOf(whatsAppLink(text))).toBe(text)
		}),
	)
})
