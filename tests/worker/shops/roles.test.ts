import { beforeAll, describe, expect, test } from 'vitest'
import { hashSecretToken } from '#app/domain/identity/secret-token.server.ts'
import { mayUse } from '#app/domain/shops/may-use.ts'
import { openBrowserLikeClient } from '#scripts/site/browser-like-client.ts'
import { servedRoutes } from '#scripts/site/route-table.ts'
import { isFull, sampleOf } from '#tests/support/deep.ts'
import {
	addAppointment,
	addDeposit,
	addKioskShop,
	addReview,
	type TestDevice,
} from '#tests/support/kiosk-desk.ts'
import { openShopDevice } from '#tests/support/owner-device.ts'
import { addOffers } from '#tests/support/owner-offers.ts'
import { addPaidVisit, addPayout, addPayoutAccount } from '#tests/support/payout-desk.ts'
import { addPhotoRows } from '#tests/support/photo-desk.ts'
import { addSmallShop, type SmallShop } from '#tests/support/small-shop.ts'
import { withTestSite } from '#tests/support/with-test-site.ts'
import { kioskPosts } from '../repeated/kiosk-posts.ts'
import { createPostDesk } from '../repeated/post-desk.ts'

const site = withTestSite({ MAIL_API_KEY: undefined })
const desk = createPostDesk(site)

/** Pages for a device that is none, or locked: they show nothing of a shop but its name. */
const doors = ['/kiosk/open', '/kiosk/closed', '/kiosk/pin']
const pages = (await servedRoutes()).filter(
	({ path }) => /^\/kiosk(\/|$)/.test(path) && !doors.includes(path),
)

const roles = ['nobody', 'desk', 'owner', 'person'] as const
type Role = (typeof roles)[number]
type Open = Awaited<ReturnType<typeof openShopDevice>>['browser']

/** Marks in all names of the other shop, and of the colleague. */
const MARKS = { other: 'Ofothershop', colleague: 'Ofcolleague' }

/** A shop with a row for each parameter of an address; `mark` stands in all of its names. */
async function addWorld(mark: string) {
	const shop = await addKioskShop(site(), mark.toLowerCase())
	await addOffers(site().database, shop.id)
	const references = {
		own: await addAppointment(site(), shop, { inMinutes: -10, firstName: mark }),
		colleague: await addAppointment(site(), shop, {
			inMinutes: -10,
			staff: 'Bola',
			firstName: mark === MARKS.other ? mark : MARKS.colleague,
		}),
	}
	const { database } = site()
	const deposit = await addDeposit(site(), shop, { inMinutes: 600, firstName: mark })
	const photoOf = await addPhotoRows(database, shop.id, shop.idOf('cut'))
	await database.change(
		`INSERT INTO add_ons (id, shop_id, name, price_kobo, duration_minutes) VALUES (?1 || '-add-on', ?1, ?2, 0, 0)`,
		shop.id,
		mark,
	)
	if (mark === MARKS.other) {
		for (const [table, name] of [
			['shops', 'name'],
			['services', 'name'],
			['staff_members', 'first_name'],
			['subscription_plans', 'title'],
			['loyalty_programs', 'name'],
		])
			await database.change(
				`UPDATE ${table} SET ${name} = '${mark} ' || ${name} WHERE ${table === 'shops' ? 'id' : 'shop_id'} = ?`,
				shop.id,
			)
	}
	const reviewId = await addReview(site(), shop, { minutesAgo: 2 * 24 * 60, comment: mark })
	await addPaidVisit(site(), shop, { minutesAgo: 180 })
	await addPayoutAccount(database, shop.id, { holderName: mark })
	const payoutReference = await addPayout(database, shop.id)
	return { shop, references, depositId: deposit.id, photoId: photoOf(3), reviewId, payoutReference }
}

type World = Awaited<ReturnType<typeof addWorld>>
const worlds = new Map<'own' | 'other', World>()
const world = (which: 'own' | 'other') => worlds.get(which) as World

beforeAll(async () => {
	await addSmallShop(site().database.client, 'dojo', {
		zone: desk.zone,
		promoCodes: { TEN: { percent: 10 } },
	})
	worlds.set('own', await addWorld('Ofown'))
	worlds.set('other', await addWorld(MARKS.other))
})

/** The id of each parameter's row in a world. A new parameter needs a line here. */
function idsOf(
	{ shop, references, depositId, photoId, reviewId, payoutReference }: World,
	whose: 'own' | 'colleague',
): Record<string, string> {
	return {
		reference: references[whose],
		id: depositId,
		placeId: shop.idOf('cut'),
		photoId,
		reviewId,
		payoutReference,
		serviceId: shop.idOf('cut'),
		addOnId: `${shop.id}-add-on`,
		staffId: shop.idOf(whose === 'own' ? 'Ada' : 'Bola'),
		promoId: `${shop.id}-promo-7`,
		planId: `${shop.id}-plan-7`,
		programId: `${shop.id}-program-7`,
		milestoneId: `${shop.id}-reward-8`,
		sessionId: `${shop.id}-session-7`,
	}
}

function addressOf(path: string, ids: Record<string, string>): string {
	return path.replace(/:(\w+)/g, (_, name) => {
		const id = ids[name]
		if (id === undefined) throw new Error(`which row is :${name} of ${path}?`)
		return id
	})
}

async function browserOfRole(role: Role, shop: SmallShop): Promise<Open> {
	if (role === 'nobody') return openBrowserLikeClient(site().url)
	const device: TestDevice = role === 'person' ? { person: shop.idOf('Ada') } : role
	return (await openShopDevice(site(), shop.id, device)).browser
}

const whoseIds = ['own', 'colleague', 'other', 'unknown'] as const

function idsFor(whose: (typeof whoseIds)[number]): Record<string, string> {
	if (whose === 'unknown')
		return Object.fromEntries(Object.keys(idsOf(world('own'), 'own')).map((name) => [name, 'none']))
	return whose === 'other' ? idsOf(world('other'), 'own') : idsOf(world('own'), whose)
}

test('every page of a person’s device is one of these, whatever pages there are', () => {
	const shown = pages.map(({ path }) => path).filter((path) => mayUse('person', { path }))
	expect(shown.sort()).toEqual(['/kiosk', '/kiosk/fresh', '/kiosk/rota', '/kiosk/visits/:reference'])
	expect(pages.length).toBeGreaterThanOrEqual(40)
})

describe.each(roles)('Every page of the kiosk, asked for by %s', (role) => {
	test('is shown by the rule, for its own ids, a colleague’s, another shop’s and unknown ones', async () => {
		const browser = await browserOfRole(role, world('own').shop)
		for (const { path } of pages) {
			const asked = path.includes(':') ? whoseIds : (['own'] as const)
			for (const whose of asked) {
				const page = await browser.open(addressOf(path, idsFor(whose)))
				const told = [path, whose, page.url.pathname.replace(/\/$/, ''), page.status]
				if (role === 'nobody') expect(told).toEqual([path, whose, '/kiosk/closed', 401])
				else if (!mayUse(role, { path })) expect(told).toEqual([path, whose, '/kiosk', 200])
				else {
					const isTheirs = whose === 'own' || (whose === 'colleague' && role !== 'person')
					const isThere = isTheirs && (path !== '/kiosk/rota' || role === 'person')
					expect(told.slice(0, 2).concat(String(page.status === 404))).toEqual([
						path,
						whose,
						String(!isThere),
					])
				}
				expect([path, whose, page.html.includes(MARKS.other)]).toEqual([path, whose, false])
				if (role === 'person' || role === 'nobody')
					expect([path, whose, page.html.includes(MARKS.colleague)]).toEqual([path, whose, false])
			}
		}
	})
})

/** All rows of a shop, without what showing a page writes. */
async function rowsOf(shopId: string) {
	const { client } = site().database
	const tables = await client.execute(
		`SELECT m.name FROM sqlite_schema m JOIN pragma_table_info(m.name) c WHERE m.type = 'table' AND c.name = 'shop_id'
			AND m.name NOT IN ('access_keys', 'opening_looks', 'shop_free_starts')`,
	)
	const answers = await client.batch(
		tables.rows.map(({ name }) => ({ sql: `SELECT * FROM "${name}" WHERE shop_id = ?`, args: [shopId] })),
		'read',
	)
	const live = await client.execute({
		sql: `SELECT count(*) AS n FROM access_keys WHERE shop_id = ? AND ended_at IS NULL AND name <> 'Front desk'`,
		args: [shopId],
	})
	return JSON.stringify([answers.map(({ rows }) => rows), live.rows])
}

const prepared = Object.entries(kioskPosts(desk)).filter(([name]) => name !== 'locking it')

describe('A post of the kiosk', () => {
	test.each(sampleOf(prepared, isFull ? prepared.length : 20))(
		'%s: is taken of no device that may not send it, and of no other shop',
		async (_, prepare) => {
			const { browser: own, path, body } = await prepare()
			const { pathname } = new URL(path, site().url)
			const [device] = await site().database.rows(
				'SELECT shop_id, role FROM access_keys WHERE secret_hash = ?',
				hashSecretToken(own.cookies.get('kiosk') ?? ''),
			)
			const shopId = String(device?.shop_id)
			const sent = new URLSearchParams(body.toString())
			const intent = sent.has('undo') ? 'undo' : sent.get('intent')
			const senders: [role: Role, shopId: string][] = [
				...roles.map((role): [Role, string] => [role, shopId]),
				...roles.slice(1).map((role): [Role, string] => [role, world('other').shop.id]),
			]
			for (const [role, ofShop] of senders) {
				const isOwnShop = ofShop === shopId
				const isTaken =
					isOwnShop && role !== 'nobody' && role !== 'person' && mayUse(role, { path: pathname })
				if (isTaken) continue
				const browser = await browserOfShop(role, ofShop)
				const before = await rowsOf(shopId)
				const answer = await browser.post(path, body)
				const told = [role, isOwnShop, answer.url.pathname]
				if (role === 'nobody') expect(told).toEqual([role, isOwnShop, '/kiosk/closed'])
				else if (!mayUse(role, { path: pathname, post: { intent } }))
					expect(told).toEqual([role, isOwnShop, '/kiosk'])
				else if (/^\/kiosk\/visits\/[^/]+/.test(pathname))
					expect([...told, answer.status]).toEqual([...told, 404])
				expect([role, isOwnShop, (await rowsOf(shopId)) === before]).toEqual([role, isOwnShop, true])
			}
		},
	)
})

/** A device of a shop that `addKioskShop` made; its person is Bola, who has no visit. */
async function browserOfShop(role: Role, shopId: string): Promise<Open> {
	if (role === 'nobody') return openBrowserLikeClient(site().url)
	const device: TestDevice = role === 'person' ? { person: `${shopId}-bola` } : role
	return (await openShopDevice(site(), shopId, device)).browser
}
