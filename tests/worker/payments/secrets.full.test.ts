import { afterEach, expect, test } from 'vitest'
import { openGuest, stepForm, walkTo } from '#scripts/site/browser-guest.ts'
import {
	comeBack,
	goToPaystack,
	offeredOtherTimes,
	type PayingGuest,
	payAndComeBack,
	pressPay,
} from '#scripts/site/browser-payer.ts'

import { exampleAddress, servedRoutes } from '#scripts/site/route-table.ts'

import { scratchCookieKey } from '#scripts/site/scratch-worker.ts'
import { withPaymentSite } from '#tests/support/with-payment-site.ts'
import { draftIdOf } from '../draft-rows.ts'

const site = withPaymentSite()
afterEach(() => site().proxy.heal())

async function deliver(body: string, headers = site().paystack.signed(body)): Promise<number> {
	const answer = await fetch(`${site().url}/webhooks/paystack`, { method: 'POST', body, headers })
	await answer.arrayBuffer()
	return answer.status
}

/** As Paystack sends it, with everything that it knows of the payer. */
function success({ paymentReference, guest }: PayingGuest): string {
	const customer = {
		email: guest.details.email,
		phone: guest.details.phone,
		last_name: guest.details.lastName,
	}
	const authorization = { authorization_code: 'AUTH_of_a_card', account_name: 'Ngozi' }
	return JSON.stringify({
		event: 'charge.success',
		data: { id: paymentReference, reference: paymentReference, customer, authorization },
	})
}

test('the log of payments, of their mistakes and of their failures holds no key, no link and nothing about the payer', async () => {
	const { paystack } = site()
	paystack.setBehaviour({ webhooks: 'lost' })
	const unopened = openGuest(site().url)
	const checkout = await walkTo(unopened, 'checkout')
	for (const initialize of ['fail', 'refuse', 'lose', 'evil', 'no-url'] as const) {
		paystack.setBehaviour({ initialize })
		expect((await pressPay(unopened, checkout)).status).toBe(502)
	}
	paystack.setBehaviour({ initialize: 'answer' })

	const paying = await goToPaystack(site())
	paystack.pay(paying.paymentReference)
	for (const verify of ['fail', 'html', 'wrong-domain'] as const) {
		paystack.setBehaviour({ verify })
		expect((await comeBack(paying.guest, paying)).text).toContain('Confirming your payment')
	}
	await deliver(success(paying))
	await deliver(success(paying), { 'x-paystack-signature': paystack.secretKey })
	await deliver(`{"customer":"${paying.guest.details.email}"`)
	site().proxy.inject({ kind: 'garbage' })
	expect(await deliver(success(paying).replace('charge.success', 'charge.again'))).toBe(503)
	expect((await comeBack(paying.guest, paying)).status).toBe(503)
	site().proxy.heal()
	paystack.setBehaviour({ verify: 'paid-less', refund: 'fail' })
	const refunded = await comeBack(paying.guest, paying)
	await site().worker.scheduled()

	const log = () => site().worker.lines.join('\n')
	for (const words of [
		'not started',
		'another one (wrong_mode)',
		'was not understood',
		'was not kept',
		'was not answered',
	])
		await expect.poll(log).toContain(words)
	const personal = [paying.guest, unopened].flatMap((guest) => [
		...Object.values(guest.details).filter((text) => text !== 'cash'),
		...guest.cookies.values(),
		// As it is stored, behind the country's number.
		guest.details.phone?.slice(1) ?? '',
		draftIdOf(guest),
	])
	const links = [
		new URL(paying.returnPath, site().url).searchParams.get('payment') ?? '',
		refunded.url.searchParams.get('payment') ?? '',
		...paystack.transactions.map(({ accessCode }) => accessCode),
	]
	const keys = [paystack.secretKey, scratchCookieKey, 'Bearer', 'AUTH_of_a_card', 'INSERT', 'SELECT']
	for (const text of [...personal, ...links, ...keys]) expect(log()).not.toContain(text)
})

test('no page and no header of a payment holds the key', async () => {
	const { paystack } = site()
	paystack.setBehaviour({ webhooks: 'lost', refund: 'hold' })
	const waiting = await goToPaystack(site())
	const booked = await goToPaystack(site())
	const pages = [
		await waiting.guest.open(waiting.returnPath),
		await waiting.guest.open(waiting.returnPath.replace('payment-success', 'complete-booking')),
		await waiting.guest.open(`${waiting.returnPath}&cancelled=true`),
		await payAndComeBack(site(), booked),
		(await offeredOtherTimes(site())).page,
		...(await Promise.all((await servedRoutes()).map(({ path }) => booked.guest.open(exampleAddress(path))))),
	]
	const guest = openGuest(site().url)
	const checkout = await walkTo(guest, 'checkout')
	paystack.setBehaviour({ initialize: 'fail' })
	pages.push(checkout, await guest.submit(checkout, stepForm, { ...guest.details, paymentChoice: 'online' }))
	for (const { html, headers, url } of pages) {
		const all = `${html} ${JSON.stringify([...headers])}`
		for (const secret of [paystack.secretKey, 'sk_test', scratchCookieKey, 'api.paystack.co'])
			expect(all.includes(secret), `${secret} on ${url.pathname}`).toBe(false)
	}
})
