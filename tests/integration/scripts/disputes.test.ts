import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eraseCustomer, eraseGuest } from '#app/flows/account/erase-customer.server.ts'
import { completeAppointment } from '#app/flows/booking/close-appointment.server.ts'
import { erasures } from '#app/flows/lists/erasure.server.ts'
import { orderPlan } from '#app/flows/subscriptions/order-plan.server.ts'
import { readPlanPurchase } from '#app/flows/subscriptions/read-plan-purchase.server.ts'
import { DAY_MS, HOUR_MS } from '#app/kernel/instant.ts'
import { runOps } from '#scripts/ops/run-ops.ts'
import { addSignedInPerson } from '#tests/support/accounts.ts'
import { newContact, ten } from '#tests/support/booking-desk.ts'
import { newCode } from '#tests/support/check-in-desk.ts'
import { withPaymentDesk } from '#tests/support/payment-desk.ts'
import { addPlan } from '#tests/support/session-desk.ts'
import type { SmallShop } from '#tests/support/small-shop.ts'

const desk = withPaymentDesk('disputes')
/** The visits of these tests begin at ten. */
const after = ten + 2 * HOUR_MS
let folder: string
beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'wakati-disputes-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function ops(words: string[], now = after) {
	const said: string[] = []
	const say = (line: string) => void said.push(line)
	const exitCode = await runOps(['disputes', ...words], {
		...{ env: { DATABASE_URL: desk.database().url }, say, note: say, now },
	})
	return { exitCode, said: said.join('\n') }
}

/** A visit that its customer has paid online. */
async function paid(shop: SmallShop, contact = newContact(), startsAt = ten) {
	const { paymentReference } = await desk.atPaid(shop, { contact, startsAt })
	await desk.settle(paymentReference)
	const [row] = await desk.rows(
		`SELECT id, client_id, checkout_id, reference_number FROM appointments
			WHERE id = (SELECT appointment_id FROM transactions WHERE payment_reference = ?)`,
		paymentReference,
	)
	return {
		...{ paymentReference, contact, appointmentId: String(row?.id), clientId: String(row?.client_id) },
		...{ checkoutId: String(row?.checkout_id), reference: String(row?.reference_number) },
	}
}

let disputeCount = 0
async function dispute(paymentReference: string, more: { dueAt?: number; refund_amount?: number } = {}) {
	const id = 900 + ++disputeCount
	const dueAt = more.dueAt === undefined ? null : new Date(more.dueAt).toISOString()
	const transaction = { reference: paymentReference }
	const data = { id, transaction, category: 'chargeback', ...more, dueAt }
	await desk.deliver({ event: 'charge.dispute.create', data })
	return String(id)
}
const end = (id: string, paymentReference: string) =>
	desk.deliver({
		event: 'charge.dispute.resolve',
		data: { id, transaction: { reference: paymentReference }, resolution: 'declined' },
	})

describe('ops disputes', () => {
	test('lists what is open, the most urgent first, until each is answered or over', async () => {
		const shop = await desk.newShop()
		const elsewhere = async () => paid(await desk.newShop())
		const [later, pastDue, before, over] = [
			await paid(shop),
			await elsewhere(),
			await elsewhere(),
			await elsewhere(),
		] as const
		expect((await ops([])).said).toBe('No disputes.')
		await dispute(later.paymentReference, { dueAt: after + 16 * HOUR_MS, refund_amount: 123_400 })
		await dispute(pastDue.paymentReference, { dueAt: after - 3 * HOUR_MS })
		await end(await dispute(over.paymentReference, { dueAt: after }), over.paymentReference)
		// As the previous release left it.
		await desk
			.database()
			.change(
				'UPDATE transactions SET disputed_at = ? WHERE payment_reference = ?',
				...[desk.clock.now, before.paymentReference],
			)
		const listed = await ops([])
		expect(listed.exitCode).toBe(1)
		const lines = listed.said.split('\n')
		expect(lines).toEqual([
			expect.stringContaining(`PAST DUE: was due 3 hours ago  ${pastDue.paymentReference}`),
			expect.stringContaining(`DUE: look at the dashboard  ${before.paymentReference}`),
			expect.stringContaining(`due in 16 hours  ${later.paymentReference}  ${later.reference}  ₦1,234`),
		])
		expect((await ops([before.paymentReference])).said).toContain('Disputed since: Nov 23, 2026')

		await end('1', before.paymentReference)
		for (const { paymentReference } of [later, pastDue]) {
			expect((await ops([paymentReference, '--answered'])).exitCode).toBe(0)
			expect((await ops([paymentReference, '--answered'])).exitCode).toBe(0)
		}
		expect(await ops([])).toMatchObject({
			exitCode: 0,
			said: expect.stringMatching(/^answered {2}.*\nanswered/),
		})
		expect(await desk.rows('SELECT kind FROM shop_acts WHERE shop_id = ?', shop.id)).toEqual([
			{ kind: 'dispute_answered' },
		])
		for (const { paymentReference } of [later, pastDue])
			await desk.deliver({
				event: 'charge.dispute.resolve',
				data: { id: null, transaction: { reference: paymentReference }, resolution: 'declined' },
			})
		expect((await ops([])).said).toBe('No disputes.')
	})

	test('says what it cannot do', async () => {
		const { paymentReference, reference } = await paid(await desk.newShop())
		expect(await ops([paymentReference])).toEqual({ exitCode: 1, said: 'No payer disputes this payment.' })
		expect(await ops([reference, '--answered'])).toEqual({
			...{ exitCode: 1, said: 'No payer disputes this payment.' },
		})
		expect(await ops(['WK0-0000'])).toEqual({ exitCode: 1, said: 'No money has come by this reference.' })
		await end(await dispute(paymentReference), paymentReference)
		expect((await ops([reference, '--answered'])).said).toMatch(/^No open dispute/)
		// A payment may be disputed again: what was known stays readable.
		expect((await ops([reference])).exitCode).toBe(0)
		for (const words of [['--html', 'x'], ['--answered'], ['a', 'b'], ['a', '--answered', '--html', 'x']])
			expect((await ops(words)).exitCode).toBe(2)
		expect(
			await desk.count(
				"SELECT count(*) AS n FROM shop_acts WHERE kind = 'dispute_answered' AND subject_id = ?",
				paymentReference,
			),
		).toBe(0)
	})
})

describe('the evidence', () => {
	const hostile = { ...newContact(), firstName: '<script>Ada', lastName: 'O"bi' }

	async function disputedVisit(contact = newContact()) {
		const shop = await desk.newShop()
		const visit = await paid(shop, contact)
		desk.clock.now = after
		const closed = { referenceNumber: visit.reference, isPaid: true, now: after }
		expect(await completeAppointment(desk.deps, closed)).toMatchObject({ ok: true })
		await desk
			.database()
			.change(
				"UPDATE outbox SET sent_at = ? WHERE kind IN ('booked', 'visit_reminder') AND payload ->> 'appointmentId' = ?",
				...[ten - HOUR_MS, visit.appointmentId],
			)
		await dispute(visit.paymentReference, { dueAt: after + DAY_MS, refund_amount: 500_000 })
		return { shop, ...visit }
	}

	test('tells what happened, in order and by the shop’s clock', async () => {
		const { paymentReference, reference, contact } = await disputedVisit()
		const { exitCode, said } = await ops([reference])
		expect(exitCode).toBe(0)
		for (const fact of [
			`Payment: ${paymentReference}`,
			'Paid online: ₦5,000 on Nov 23, 2026, 8:00 AM, by card, through Paystack',
			'(chargeback), ₦5,000 in question, opened',
			'answer due Nov 25, 2026, 12:00 PM',
			`Customer: ${contact.firstName} ${contact.lastName}`,
			`E-mail: ${contact.email}`,
			`Visit: ${reference}: `,
			'State: completed',
			'Cancellation terms: free of charge until Nov 23, 2026, 10:00 AM; later the shop keeps what was paid, as shown before paying',
		])
			expect(said).toContain(fact)
		const history = said.slice(said.lastIndexOf('\n\n') + 2).split('\n')
		expect(history.map((line) => line.split('  ')[1])).toEqual([
			expect.stringMatching(/^Agreed at checkout by the customer: ₦5,/),
			'Paid online: ₦5,000',
			'Booked by the customer, for Nov 24, 2026, 10:00 AM',
			'Message to the customer sent: booking confirmation',
			'Message to the customer sent: reminder of the visit',
			'Message to the customer sent: reminder of the visit',
			'Visit completed',
			'The payer disputed the payment at their bank',
		])
		// A message still to be sent, such as the review request, was not told.
		expect(said).not.toContain('how the visit was')
	})

	test('is one page to print, in which all that was typed is text', async () => {
		const { paymentReference, shop } = await disputedVisit(hostile)
		await desk.setShop(shop, `name = '<b>Ade & "Sons"</b>'`)
		const file = join(folder, 'evidence.html')
		const { exitCode, said } = await ops([paymentReference, '--html', file])
		expect([exitCode, said]).toEqual([0, expect.stringContaining('send it on the dashboard of Paystack')])
		const page = readFileSync(file, 'utf8')
		expect(page).toContain('&lt;script&gt;Ada O&quot;bi')
		expect(page).toContain('&lt;b&gt;Ade &amp; &quot;Sons&quot;&lt;/b&gt;')
		expect(page).not.toMatch(/<script|<b>|<img|<link|src=|url\(|https?:/)
		expect(statSync(file).mode & 0o077).toBe(0)
		// The file is not overwritten.
		expect((await ops([paymentReference, '--html', file])).exitCode).toBe(2)
		expect(readFileSync(file, 'utf8')).toBe(page)
	})

	test('has no note, no card, no other customer, and no other visit', async () => {
		const shared = newContact()
		const { paymentReference, clientId, appointmentId, checkoutId, shop } = await disputedVisit(shared)
		desk.clock.now = ten - DAY_MS
		const other = await paid(shop, newContact(), ten + HOUR_MS)
		const again = await paid(await desk.newShop(), shared)
		const [note, customers, visitor] = ['leak: latex allergy', 'leak: my knee', 'leak: a visitor'] as const
		const { database } = desk
		await database().change('UPDATE clients SET shop_note = ? WHERE id = ?', ...[note, clientId])
		for (const table of ['appointments', 'checkouts'])
			await database().change(
				`UPDATE ${table} SET customer_note = ?, visitor_name = ? WHERE id IN (?, ?)`,
				...[customers, visitor, appointmentId, checkoutId],
			)
		await database().change('UPDATE appointments SET notes = ? WHERE id = ?', ...[note, appointmentId])
		await database().change(
			'UPDATE transactions SET card_key = ? WHERE payment_reference = ?',
			...['leak: a card', paymentReference],
		)
		await database().change(
			`INSERT INTO shop_acts (id, request_id, shop_id, kind, subject_id, summary, acted_at) VALUES (?1, ?1, ?2, 'customer_note_changed', ?3, ?4, 1)`,
			...[`act-${shop.id}`, shop.id, appointmentId, 'leak: was ill'],
		)
		await database().change(`UPDATE outbox SET sent_at = ? WHERE sent_at IS NULL`, String(ten))
		const json = await ops([paymentReference, '--json'])
		expect(json.exitCode).toBe(0)
		const said = `${json.said}\n${(await ops([paymentReference])).said}`
		expect(said).not.toContain('leak:')
		const { contact, reference } = other
		const theirs = [contact.email, contact.phone, contact.lastName, reference, other.paymentReference]
		for (const word of [...theirs, other.appointmentId, again.reference, again.paymentReference])
			expect(said).not.toContain(word)
		// A message about another visit of that address is left out.
		expect(said.match(/booking confirmation/g)).toHaveLength(2)
	})

	test('of a guest who was erased says so, and names no person', async () => {
		const shop = await desk.newShop()
		const { paymentReference, contact, reference } = await paid(shop)
		const closed = { referenceNumber: reference, isPaid: true, now: after }
		await completeAppointment(desk.deps, closed)
		const now = after + DAY_MS
		expect(await eraseGuest(desk.deps, { contact: { email: contact.email ?? '' }, now })).toMatchObject({
			ok: true,
		})
		await dispute(paymentReference)
		const { said } = await ops([paymentReference], now)
		expect(said).toContain('Customer: erased')
		for (const word of [contact.email, contact.phone, contact.lastName, 'E-mail', 'Phone', 'Former'])
			expect(said).not.toContain(word)
		expect(said).toContain('Visit completed')
	})

	test('of a plan tells what was bought, and what of it was used', async () => {
		const shop = await desk.newShop()
		const planId = await addPlan(desk.database(), shop.id, { entryKind: 'total', entries: 5 })
		const now = desk.clock.now
		const person = await addSignedInPerson(desk.database(), { at: now, isVerified: true })
		const asked = { planId, renews: null, promoCode: '', usesCashback: false }
		const actor = { ...person.actor, at: now }
		const quote = (await readPlanPurchase(desk.deps, asked, { actor, now }))?.quote
		const { userId, email } = person
		const ordered = await orderPlan(desk.deps, {
			...{ ...asked, paymentChoice: 'online', autoRenews: false, actor, networkKey: null, now },
			customer: { userId, email, firstName: 'Ada', lastName: 'Obi', phone: null },
			seen: { totalKobo: quote?.totalKobo ?? 0, toPayKobo: quote?.toPayKobo ?? 0 },
		})
		expect(ordered).toMatchObject({ ok: true })
		const [attempt] = await desk.rows(
			`SELECT payment_attempts.payment_reference, reference_number FROM payment_attempts
				JOIN plan_orders ON plan_orders.checkout_id = payment_attempts.checkout_id WHERE user_id = ?`,
			userId,
		)
		const paymentReference = String(attempt?.payment_reference)
		desk.paystack.pay(paymentReference)
		await desk.settle(paymentReference)
		const [held] = await desk.rows('SELECT id FROM subscriptions WHERE user_id = ?', userId)
		const holder = { ...person, subscriptionId: String(held?.id), actorAt: () => actor }
		const code = (await newCode(desk.database(), desk.deps, holder, now)).typed
		const env = { DATABASE_URL: desk.database().url }
		expect(await runOps(['check-in', shop.id, code], { env, now, say: () => {}, note: () => {} })).toBe(0)
		await dispute(paymentReference)
		// By the number of the order, as people read it out.
		const { said, exitCode } = await ops([String(attempt?.reference_number)])
		expect(exitCode).toBe(0)
		expect(said).toContain('Entries: 5 in all, 1 used')
		expect(said).toContain(
			'Cancellation terms: all money back within 7 days while nothing is used; later none',
		)
		expect(said).toMatch(/Plan started: Plan plan-\d+\n.*Visit completed/)

		// The account is erased while its dispute is open: what was bought stays, and who bought it does not.
		expect(await eraseCustomer(desk.deps, erasures, { email, isApplied: true, now })).toMatchObject({
			ok: true,
		})
		const left = (await ops([paymentReference])).said
		expect(left).toContain('Customer: erased')
		for (const word of [email, 'Obi', 'E-mail', 'Phone', 'Former']) expect(left).not.toContain(word)
		expect(left).toContain('Entries: 5 in all, 1 used')
	})
})
