import { beforeEach, expect, test } from 'vitest'
import { buttonOf, offeredTimes, stepForm } from '#scripts/site/browser-guest.ts'
import { offeredOtherTimes } from '#scripts/site/browser-payer.ts'
import { filledForm } from '#scripts/site/filled-form.ts'
import { withPaymentSite } from '#tests/support/with-payment-site.ts'
import { hostileValues } from '../hostile-values.ts'

const site = withPaymentSite({ MAIL_API_KEY: undefined })
beforeEach(() => site().paystack.setBehaviour({ webhooks: 'lost' }))

const outcomeOf = async (paymentReference: string) => {
	const sql = 'SELECT outcome FROM transactions WHERE payment_reference = ?'
	return (await site().database.rows(sql, paymentReference))[0]?.outcome
}

test('an offer of other times is answered by its own form alone, whatever else is sent to it', async () => {
	const { guest, page, paymentReference } = await offeredOtherTimes(site())
	const startsAt = offeredTimes(page.document)[0] ?? ''
	const accept = { button: buttonOf('intent', 'accept') }
	const { body } = filledForm(page.document, stepForm, { startsAt }, accept)
	const path = page.url.pathname + page.url.search
	const names = [...new Set(body.keys())]
	expect(names.sort()).toEqual(['intent', 'startsAt'])
	const bodies: [string, string][] = [
		['nothing', ''],
		['every field twice, the first one strange', `intent=x&startsAt=x&${body}`],
		['5,000 fields', Array.from({ length: 5_000 }, (_, i) => `f${i}=1`).join('&')],
		['1 MB', `${body}&more=${'x'.repeat(1024 * 1024)}`],
	]
	for (const name of names) {
		const rest = new URLSearchParams(body)
		rest.delete(name)
		bodies.push([`without ${name}`, rest.toString()])
		for (const [what, value] of Object.entries(hostileValues))
			bodies.push([`${name} is ${what}`, `${rest}&${name}=${value}`])
	}
	// Another shop's price, another person, another payment: names that the form does not have.
	const strange = 'amountKobo=1&outcome=booked&status=paid&staffMemberId=x&__proto__=1&reference=x&payment=x'
	bodies.push(['names that the form does not have', `intent=x&startsAt=${startsAt}&${strange}`])
	for (const [what, sent] of bodies) {
		const answer = await guest.post(path, sent)
		expect(answer.status, what).toBeGreaterThanOrEqual(400)
		expect(answer.status, what).toBeLessThan(500)
		expect(answer.document.querySelector('h1'), what).not.toBeNull()
		expect(answer.html, what).not.toContain('<script>alert')
		expect(await outcomeOf(paymentReference), what).toBe('offered')
	}
	for (const [type, sent, status] of [
		['application/json', JSON.stringify({ intent: 'decline' }), 415],
		['text/plain', 'intent=decline', 415],
		['multipart/form-data; boundary=x', 'no parts', 400],
	] as const) {
		expect((await guest.post(path, sent, { 'content-type': type })).status, type).toBe(status)
	}
	for (const method of ['PUT', 'PATCH', 'DELETE']) {
		const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: site().url }
		const answer = await guest.send(new URL(path, site().url), { method, body: 'intent=x', headers })
		await answer.arrayBuffer()
		expect(answer.status, method).toBeLessThan(500)
	}
	const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
	expect((await guest.post(path, 'intent=decline', foreign)).status).toBe(403)
	expect(await outcomeOf(paymentReference)).toBe('offered')
	// And then its own form still works.
	expect((await guest.post(path, body)).text).toContain('Booking Confirmed!')
	expect(await outcomeOf(paymentReference)).toBe('booked')
})
