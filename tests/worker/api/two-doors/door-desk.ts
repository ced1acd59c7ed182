import { bookWalkIn } from '#app/flows/booking/book-walk-in.server.ts'
import { type CivilDate, timeText } from '#app/kernel/civil.ts'
import { newId } from '#app/kernel/id.server.ts'
import { DAY_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { civilAt } from '#app/kernel/zone.server.ts'
import type { BrowserLikeClient } from '#scripts/site/browser-like-client.ts'
import type { ScratchDatabase } from '#scripts/site/scratch-database.ts'
import { bookingDeps } from '#tests/support/flow-deps.ts'
import type { ApiAnswer, ApiRequest } from '#tests/support/shop-api.ts'
import type { SmallShop } from '#tests/support/small-shop.ts'

export type Fields = Record<string, string | string[]>

/** One act, as a program sends it and as the shop's page does. */
export type Wish = {
	api: ApiRequest
	/** The address of the post. */
	page: string
	/** What a person types or chooses: the refused page still shows it. */
	typed?: Fields
	/** What hidden fields and buttons send. */
	sent?: Fields
	/** The form is gone with its row. */
	isFormGone?: true
	/** Hidden fields carry what was typed: something else is chosen first. */
	isCarried?: true
	/** Writes last what would pass with time, or with a right code. */
	atOnce?: () => Promise<unknown>
	/** The address has no page, so no place for words (C14). */
	isPageGone?: true
	/** The page refuses it as it reads the form, at this field. */
	field?: string
	/** The call refuses it while reading the body: its code is for callers without a body, such as the operator. */
	isUnreadable?: true
}

export type Situation = (desk: DoorDesk) => Promise<Wish>

/** A call with a page that does the same. */
export type Twin = {
	/** By each code that the call declares. */
	met: Record<string, Situation>
	/** Declared codes that no page shows, and why. */
	unmet?: Record<string, string>
	/** What a page says for a code, from the table of its subject. */
	words: (code: string) => string
}

/** A shop that is open day and night, its owner's device and its program. */
export type DoorDesk = {
	url: string
	database: ScratchDatabase
	shop: SmallShop
	/** Another shop, which has a row of each kind of its own. */
	other: SmallShop
	zone: string
	now: Instant
	browser: BrowserLikeClient
	ask: (request: ApiRequest) => Promise<ApiAnswer>
	/** What several situations share: no refusal changes it. */
	made: Map<string, Promise<Visit>>
}

/** As it was made the first time. */
export function once(desk: DoorDesk, name: string, make: (desk: DoorDesk) => Promise<Visit>): Promise<Visit> {
	const made = desk.made.get(name) ?? make(desk)
	desk.made.set(name, made)
	return made
}

let rowsSoFar = 0
export const newName = (kind: string) => `doors-${kind}-${++rowsSoFar}`

/** A row of that shop's, as SQL writes it: `:shop` and `:id` are its own. */
export async function addRow(
	{ database, shop }: DoorDesk,
	kind: string,
	sql: string,
	shopId = shop.id,
): Promise<string> {
	const id = newName(kind)
	const args = Object.fromEntries(
		Object.entries({ id, shop: shopId }).filter(([name]) => sql.includes(`:${name}`)),
	)
	await database.client.execute({ sql, args })
	return id
}

export async function newService(
	desk: DoorDesk,
	{ minutes = 30, kobo = 500_000, staff = [] as string[] } = {},
) {
	const id = await addRow(
		desk,
		'service',
		`INSERT INTO services (id, shop_id, category_id, name, duration_minutes, price_kobo)
			VALUES (:id, :shop, 'hair-beauty', :id, ${minutes}, ${kobo})`,
	)
	for (const member of staff)
		await desk.database.change('INSERT INTO staff_services VALUES (?, ?)', member, id)
	return id
}

/** A person who is there day and night and does these services, by default the cut. */
export async function newStaff(desk: DoorDesk, services = [desk.shop.idOf('cut')]): Promise<string> {
	const id = await addRow(
		desk,
		'staff',
		`INSERT INTO staff_members (id, shop_id, first_name, last_name) VALUES (:id, :shop, 'Ola', 'Ade')`,
	)
	await desk.database.change(
		'INSERT INTO staff_schedules SELECT ?, value, 1, 0, 1440, NULL, NULL FROM generate_series(1, 7)',
		id,
	)
	for (const service of services)
		await desk.database.change('INSERT INTO staff_services VALUES (?, ?)', id, service)
	return id
}

export type Visit = { reference: string; id: string; staff: string; startsAt: Instant }

/** A booked visit with a person of its own, who has no other unless one is named. */
export async function newVisit(
	desk: DoorDesk,
	{
		inMinutes = 60,
		staff,
		service = desk.shop.idOf('cut'),
		userId = null,
	}: { inMinutes?: number; staff?: string; service?: string; userId?: string | null } = {},
): Promise<Visit> {
	const member = staff ?? (await newStaff(desk, [service]))
	const startsAt = minuteAfter(desk, inMinutes)
	const booked = await bookWalkIn(bookingDeps(desk.database.url), {
		shopId: desk.shop.id,
		serviceIds: [service],
		staffMemberId: member,
		startsAt,
		customer: { firstName: 'Amaka', lastName: 'Obi', email: null, phone: null, userId },
		draftId: newId(),
		now: startsAt,
	})
	if (!booked.ok) throw new Error(booked.refusal)
	const { referenceNumber: reference, appointmentId: id } = booked.value
	await desk.database.change('UPDATE appointments SET is_walk_in = 0, arrived_at = NULL WHERE id = ?', id)
	return { reference, id, staff: member, startsAt }
}

/** The customer of that visit has paid all of it by a transfer, as the desk says. */
export async function payByTransfer(
	{ database, browser }: DoorDesk,
	{ id, reference }: Visit,
): Promise<void> {
	await database.change(`UPDATE appointments SET payment_method = 'TRANSFER' WHERE id = ?`, id)
	await database.change(
		`UPDATE checkouts SET payment_method = 'TRANSFER', payment_choice = 'transfer'
			WHERE id = (SELECT checkout_id FROM appointments WHERE id = ?)`,
		id,
	)
	const paid = await browser.post(`/kiosk/visits/${reference}`, `act=${newId()}&intent=transfer-paid`)
	if (paid.status !== 200) throw new Error(paid.text)
}

export const minuteAfter = ({ now }: DoorDesk, minutes: number): Instant =>
	Math.floor(now / MINUTE_MS + minutes) * MINUTE_MS

/** A day of the shop's, that many ahead. */
export const dayAfter = ({ zone, now }: DoorDesk, days: number): CivilDate =>
	civilAt(zone, now + days * DAY_MS).date

/** A start as the two fields of a form say it. */
export function typedStart({ zone }: DoorDesk, at: Instant): { date: string; time: string } {
	const { date, minute } = civilAt(zone, at)
	return { date, time: timeText(minute) }
}

export async function done(desk: DoorDesk, request: ApiRequest): Promise<ApiAnswer> {
	const answer = await desk.ask({ method: 'POST', ...request })
	if (answer.status > 201) throw new Error(answer.text)
	return answer
}
