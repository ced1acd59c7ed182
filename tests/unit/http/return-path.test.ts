import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loginPath, returnPath } from '#app/http/return-path.ts'

describe('The way back after signing in', () => {
	it('is the page that the customer wanted, with its query', () => {
		expect(returnPath('/loyalty-program/7?tab=rewards', '/')).toBe('/loyalty-program/7?tab=rewards')
	})

	it.each([
		null,
		'',
		'https://evil.example/',
		'//evil.example/',
		'/\\evil.example',
		'\\\\evil.example',
		'/\t/evil.example',
		'/ok\n//evil.example',
		'/..//evil.example',
		'/wallet/..//evil.example',
		'/%2e%2e//evil.example',
		'javascript:alert(1)',
		'wallet',
		`/${'a'.repeat(1_001)}`,
	])('never leads to another site: %j', (wanted) => {
		expect(returnPath(wanted, '/discover')).toBe('/discover')
	})

	it('stays on this site, whatever is asked for', () => {
		fc.assert(
			fc.property(
				fc.oneof(
					fc.string(),
					fc.string().map((text) => `/${text}`),
				),
				(wanted) => {
					const url = new URL(returnPath(wanted, '/'), 'https://wakati.example')
					expect(url.origin).toBe('https://wakati.example')
					expect(url.pathname).not.toMatch(/^\/\//)
				},
			),
		)
	})

	it('is carried through the sign-in page', () => {
		const address = loginPath(new URL('https://wakati.example/profile/edit?from=a&b=c'))
		const query = new URL(address, 'https://wakati.example').searchParams
		expect(query.get('redirectTo')).toBe('/profile/edit?from=a&b=c')
	})
})
