import { describe, expect, it } from 'vitest'
import { securityHeaders, withSecurityHeaders } from '#app/http/security-headers.ts'

const inProduction = { nonce: 'n0nce', environment: 'production' } as const

function policyOf(headers: Record<string, string>): Map<string, string> {
	const parts = (headers['content-security-policy'] ?? '').split('; ')
	return new Map(parts.map((part) => [part.slice(0, part.indexOf(' ')), part.slice(part.indexOf(' ') + 1)]))
}

describe('The headers of every answer', () => {
	it('let only scripts and styles of this very page run', () => {
		const policy = policyOf(securityHeaders(inProduction))
		expect(policy.get('script-src')).toBe("'nonce-n0nce' 'strict-dynamic'")
		expect(policy.get('style-src')).toBe("'nonce-n0nce'")
		expect(policy.get('default-src')).toBe("'none'")
	})

	it('keep the pages out of frames and their forms on this site', () => {
		const policy = policyOf(securityHeaders(inProduction))
		expect(policy.get('frame-ancestors')).toBe("'none'")
		expect(policy.get('form-action')).toBe("'self'")
		expect(policy.get('base-uri')).toBe("'none'")
	})

	it('let a form lead to a payment host that is named', () => {
		const headers = securityHeaders({ ...inProduction, formHosts: ['https://checkout.paystack.com'] })
		expect(policyOf(headers).get('form-action')).toBe("'self' https://checkout.paystack.com")
	})

	it('tell other sites our address without its path, and let forms name their origin', () => {
		expect(securityHeaders(inProduction)['referrer-policy']).toBe('strict-origin-when-cross-origin')
	})

	it('allow the location to our own pages alone', () => {
		expect(securityHeaders(inProduction)['permissions-policy']).toContain('geolocation=(self)')
	})

	it('tell other sites nothing of a kiosk, and give the camera to its page of codes alone', () => {
		const of = (pathname: string) => securityHeaders({ ...inProduction, pathname })
		expect(of('/kiosk/visits/WK7-4QMH')['referrer-policy']).toBe('same-origin')
		// The link of a mail that acts.
		for (const link of ['/payouts/stop', '/payouts/stop.data'])
			expect(of(link)['referrer-policy']).toBe('same-origin')
		expect(of('/kiosks')['referrer-policy']).toBe('strict-origin-when-cross-origin')
		expect(of('/kiosk/scan')['permissions-policy']).toContain('camera=(self)')
		for (const other of ['/', '/kiosk', '/kiosk/scan/more'])
			expect(of(other)['permissions-policy']).toContain('camera=()')
	})

	it('let other sites load no answer of ours, but for photos, which are public', () => {
		const of = (pathname: string) => securityHeaders({ ...inProduction, pathname })
		for (const own of ['/', '/settings/export', '/kiosk', '/photos', '/feeds/secret/calendar.ics'])
			expect(of(own)['cross-origin-resource-policy']).toBe('same-origin')
		expect(of('/photos/p-1')['cross-origin-resource-policy']).toBe('cross-origin')
	})

	it('demand https in production only, where there is a certificate', () => {
		expect(securityHeaders(inProduction)).toHaveProperty('strict-transport-security')
		for (const environment of ['test', 'development'] as const) {
			expect(securityHeaders({ nonce: 'n', environment })).not.toHaveProperty('strict-transport-security')
		}
	})

	it('never loosen the scripts, not even for development', () => {
		const policy = policyOf(securityHeaders({ nonce: 'n', environment: 'development' }))
		expect(policy.get('script-src')).not.toContain('unsafe')
	})
})

describe('An answer with these headers', () => {
	it('is not kept by anyone, unless it says so itself', () => {
		expect(withSecurityHeaders(new Response('page'), inProduction).headers.get('cache-control')).toBe(
			'no-store',
		)
		const lasting = new Response('file', { headers: { 'cache-control': 'public, max-age=60' } })
		expect(withSecurityHeaders(lasting, inProduction).headers.get('cache-control')).toBe('public, max-age=60')
	})

	it('is the same answer otherwise, with each of its cookies', async () => {
		const headers = new Headers([
			['set-cookie', 'draft=1'],
			['set-cookie', 'flash=2'],
			['location', '/discover'],
		])
		const answer = withSecurityHeaders(new Response(null, { status: 302, headers }), inProduction)
		expect(answer.status).toBe(302)
		expect(answer.headers.get('location')).toBe('/discover')
		expect(answer.headers.getSetCookie()).toEqual(['draft=1', 'flash=2'])
	})

	it('may be made from a redirect, whose own headers are locked', () => {
		const answer = withSecurityHeaders(Response.redirect('https://wakati.example/discover'), inProduction)
		expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
	})
})
