import { beforeAll, describe, expect, test } from 'vitest'
import { appointmentTabs, findTab } from '#app/domain/booking/appointment/appointment-tabs.ts'
import { createCustomerAppointmentRepository } from '#app/domain/booking/appointment/customer-appointment-repository.server.ts'
import { DAY_MS } from '#app/kernel/instant.ts'
import { openDatabase } from '#db/client.server.ts'
import { accountDeps, actorOf, addSignedInPerson, now, type Person } from '#tests/support/accounts.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'

const database = withTestDatabase({ demoAt: now })
let mine: Person
let theirs: Person

beforeAll(async () => {
	mine = await addSignedInPerson(database(), { at: now })
	theirs = await addSignedInPerson(database(), { at: now })
	// Every third guest of the demo data has an account now, and so has another third.
	for (const [person, rest] of [
		[mine, 0],
		[theirs, 1],
	] as const) {
		await database().change(
			`UPDATE clients SET user_id = ? WHERE rowid % 3 = CAST(? AS INTEGER) AND user_id IS NULL`,
			person.userId,
			String(rest),
		)
	}
})

const appointments = () => createCustomerAppointmentRepository(openDatabase({ url: database().url }).read)
const listAll = (actor: Person['actor'], tab: (typeof appointmentTabs)[number]) =>
	appointments().listAppointments(actor, { tab, after: null, limit: 10_000 })

describe('My Appointments', () => {
	test('shows the customer’s own visits, all of them, each under its tab, and the tabs count them', async () => {
		const rows = await database().rows(
			'SELECT appointments.id, status FROM appointments JOIN clients ON clients.id = client_id WHERE clients.user_id = ?',
			mine.userId,
		)
		expect(rows.length).toBeGreaterThan(30)
		const counts = await appointments().countAppointments(mine.actor)
		for (const tab of appointmentTabs) {
			const listed = await listAll(mine.actor, tab)
			const expected = rows.filter((row) => findTab(row.status as 'COMPLETED') === tab).map((row) => row.id)
			expect(listed.map((appointment) => appointment.appointmentId).toSorted()).toEqual(expected.toSorted())
			expect(counts[tab]).toBe(expected.length)
			expect(listed.every((appointment) => appointment.serviceNames.length > 0)).toBe(true)
		}
	})

	test('lists what is to come soonest first, and what was newest first', async () => {
		const pending = (await listAll(mine.actor, 'pending')).map((appointment) => appointment.startsAt)
		expect(pending).toEqual(pending.toSorted((a, b) => a - b))
		const completed = (await listAll(mine.actor, 'completed')).map((appointment) => appointment.startsAt)
		expect(completed).toEqual(completed.toSorted((a, b) => b - a))
	})

	test.each(appointmentTabs)('goes on page by page through %s without a gap or a repeat', async (tab) => {
		const all = (await listAll(mine.actor, tab)).map((appointment) => appointment.appointmentId)
		const walked: string[] = []
		for (let after: Parameters<ReturnType<typeof appointments>['listAppointments']>[1]['after'] = null; ; ) {
			const page = await appointments().listAppointments(mine.actor, { tab, after, limit: 7 })
			walked.push(...page.map((appointment) => appointment.appointmentId))
			const last = page.at(-1)
			if (page.length < 7 || !last) break
			after = last
		}
		expect(walked).toEqual(all)
	})

	test('keeps everybody else’s visits apart, and shows nothing to an ended session', async () => {
		const [own] = await listAll(mine.actor, 'completed')
		if (!own) throw new Error('no visit')
		expect(await appointments().isOwnAppointment(mine.actor, own.appointmentId)).toBe(true)
		const strangers = [theirs.actor, actorOf('made-up'), { ...mine.actor, at: now + 60 * DAY_MS }]
		for (const stranger of strangers) {
			expect(await appointments().isOwnAppointment(stranger, own.appointmentId)).toBe(false)
			const listed = await listAll(stranger, 'completed')
			expect(listed.map((appointment) => appointment.appointmentId)).not.toContain(own.appointmentId)
		}
		expect(await appointments().countAppointments(actorOf('made-up'))).toEqual({
			pending: 0,
			completed: 0,
			cancelled: 0,
		})
	})

	test('shows a guest’s visits once the address is proven, and never by a phone number', async () => {
		const [guest] = await database().rows(
			'SELECT clients.id, clients.email, clients.phone FROM clients JOIN appointments ON client_id = clients.id WHERE user_id IS NULL AND clients.email IS NOT NULL LIMIT 1',
		)
		const person = await addSignedInPerson(database(), { at: now })
		const link = async () => {
			const {
				booking: { people },
				writeBatch,
			} = accountDeps(database().url)
			await writeBatch([people.linkGuestClients(person.userId)])
			return Object.values(await appointments().countAppointments(person.actor)).reduce(
				(sum, count) => sum + count,
				0,
			)
		}
		const set = (sql: string, value: unknown) => database().change(sql, String(value), person.userId)
		await set('UPDATE profiles SET phone = ? WHERE id = ?', guest?.phone)
		await set('UPDATE users SET email = ? WHERE id = ?', guest?.email)
		expect(await link()).toBe(0)
		await set('UPDATE users SET email_verified_at = ? WHERE id = ?', now)
		expect(await link()).toBeGreaterThan(0)
	})

	test('reads no table from end to end', async () => {
		const asked: { sql: string; args: unknown[] }[] = []
		const real = openDatabase({ url: database().url }).read
		const spied = createCustomerAppointmentRepository((statement) => {
			asked.push(statement)
			return real(statement)
		})
		await spied.countAppointments(mine.actor)
		await spied.isOwnAppointment(mine.actor, 'x')
		for (const tab of appointmentTabs)
			await spied.listAppointments(mine.actor, {
				tab,
				after: { startsAt: now, appointmentId: 'x' },
				limit: 11,
			})
		for (const { sql, args } of asked) {
			const plan = await database().rows(`EXPLAIN QUERY PLAN ${sql}`, ...(args as string[]))
			const details = plan.map((row) => String(row.detail))
			expect(
				details.filter((detail) => /^SCAN (?!client$|item$)/.test(detail)),
				sql,
			).toEqual([])
		}
	})
})
