import { signBookingLink } from '#app/domain/booking/appointment/booking-link.server.ts'
import { HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { formatNaira } from '#app/kernel/money.ts'
import { openPage, type ShownPage } from '../pages-in-process.ts'
import { simulatedKeys } from '../request.ts'
import type { SimulatedPerson } from '../town.ts'
import type { Setting, Story } from './story.ts'

const publicPages = ['/', '/discover', '/discover?category=hair-beauty', '/plans']
const ownPages = [
	'/appointments',
	'/favorites',
	'/loyalty-enrollment',
	'/my-services',
	'/notifications',
	'/profile',
	'/rewards',
	'/sessions',
	'/subscriptions',
	'/transactions',
	'/wallet',
	'/wallet/cards',
	'/wallet/cashback',
]

/** A person looks around: no page fails, and what it shows is what the database holds. */
export const visitorStory: Story = async (setting) => {
	const { me, shop, town } = setting
	const person = me.random.pick(town.people)
	for (let look = 0; look < 3; look++) {
		const isOld = me.random.chance(0.5)
		await shows(setting, me.random.pick([...publicPages, `/business/${shop.id}`]), null, isOld)
		await shows(setting, me.random.pick(ownPages), person, isOld)
		await ownPage(setting, '/appointments', person, pendingReferences)
		await ownPage(setting, '/wallet/cashback', person, availableCashback)
		await confirmationPage(setting)
		await me.wait(me.random.pick([MINUTE_MS, HOUR_MS, 9 * HOUR_MS]))
	}
}

/** Opens a page, and gives what it says; null where no page came. */
async function shows(
	{ me }: Setting,
	address: string,
	person: SimulatedPerson | null,
	isOld = false,
): Promise<string | null> {
	const page = await me.ask(`opens ${address.slice(0, 40)}`, async (deps) => {
		const shown = await openPage(deps, address, {
			isOld,
			...(person && { sessionToken: person.sessionToken }),
		})
		return Object.assign(shown, { toJSON: () => shown.status }) as ShownPage
	})
	if (!page) return null
	me.expect(page.status < 500 || page.isExplained, `${address} was answered with ${page.status}`)
	return page.status === 200 ? wordsOf(page.text) : null
}

/** What a page says on each line that its rows ask for, where they were alike before and after it was read. */
async function ownPage(
	setting: Setting,
	address: string,
	person: SimulatedPerson | null,
	linesOf: (setting: Setting, userId: string) => Promise<string[]>,
	userId = person?.userId ?? '',
): Promise<void> {
	const before = await linesOf(setting, userId)
	const shown = await shows(setting, address, person)
	if (shown === null) return
	const after = await linesOf(setting, userId)
	if (before.join('\n') !== after.join('\n')) return
	for (const line of before)
		setting.me.expect(shown.includes(line), `${address.slice(0, 40)} of ${userId} does not say '${line}'`)
}

async function pendingReferences({ world }: Setting, userId: string): Promise<string[]> {
	const rows = await world.sql.rows(
		`SELECT visit.reference_number AS reference FROM appointments visit JOIN clients ON clients.id = visit.client_id
			WHERE clients.user_id = ? AND visit.status IN ('SCHEDULED', 'CONFIRMED') ORDER BY visit.starts_at LIMIT 3`,
		userId,
	)
	return rows.map(({ reference }) => `Ref: ${reference}`)
}

async function availableCashback({ world }: Setting, userId: string): Promise<string[]> {
	const [row] = await world.sql.rows(
		`SELECT sum(account.balance_kobo) AS kobo FROM cashback_accounts owned
			JOIN ledger_accounts account ON account.id = 'cashback:' || owned.id || ':NGN' WHERE owned.user_id = ?`,
		userId,
	)
	const kobo = Number(row?.kobo ?? 0)
	return kobo > 0
		? [`Total available cashback ₦${(kobo / 100).toFixed(2)}`.replace(/\B(?=(\d{3})+\.)/, ',')]
		: []
}

async function confirmationPage(setting: Setting): Promise<void> {
	const { me, news, shop } = setting
	const known = news.someOf(me.random, shop.id)
	if (!known) return
	const token = await signBookingLink(simulatedKeys, known.appointmentId)
	await ownPage(setting, `/booking/confirmation?visit=${token}`, null, appointmentWords, known.appointmentId)
}

const titles: Readonly<Record<string, string>> = {
	SCHEDULED: 'Booking Confirmed!',
	CONFIRMED: 'Booking Confirmed!',
	CANCELLED: 'Booking cancelled',
	COMPLETED: 'Visit completed',
	NO_SHOW: 'Visit missed',
}

async function appointmentWords({ world }: Setting, appointmentId: string): Promise<string[]> {
	const [row] = await world.sql.rows(
		'SELECT reference_number, status, total_kobo, starts_at FROM appointments WHERE id = ?',
		appointmentId,
	)
	if (!row) return []
	return [
		`Reference ${row.reference_number}`,
		...(Number(row.starts_at) > world.now() ? [titles[String(row.status)] ?? ''] : []),
		...(Number(row.total_kobo) > 0 ? [formatNaira(Number(row.total_kobo))] : []),
	]
}

function wordsOf(html: string): string {
	return html
		.replace(/<(script|style)[\s\S]*?<\/\1>/g, ' ')
		.replace(/<[^>]+>/g, ' ')
		.replaceAll('&#x27;', "'")
		.replaceAll('&amp;', '&')
		.replace(/\s+/g, ' ')
}
