import { focusShop, seedLarge } from '#db/seed/large.server.ts'
import { type Guest, type JourneyChoices, openGuest, walkTo } from '#scripts/site/browser-guest.ts'
import { startScratchDatabase } from '#scripts/site/scratch-database.ts'
import { startScratchWorker } from '#scripts/site/scratch-worker.ts'
import { isBooked, readyToBook } from './booking-post.ts'
import type { BenchResult } from './goal.ts'
import { growthResult } from './growth-table.ts'
import { countFor, type Scale } from './scale.ts'

type Size = { shops: number; appointments: number }
const small: Size[] = [
	{ shops: 10, appointments: 10 },
	{ shops: 1_000, appointments: 1_000 },
]
const large: Size = { shops: 50_000, appointments: 100_000 }
const sizes: Record<Scale, Size[]> = {
	quick: small,
	normal: [...small, large],
	deep: [...small, large, { shops: 50_000, appointments: 1_000_000 }],
}
/** A calendar is filled backwards: more visits would begin before the dates that the app knows. */
const MOST_IN_ONE_CALENDAR = 200_000

const pages = {
	discover: '/discover',
	'a category': '/discover?category=nails',
	'the top rated': '/discover?sort=rating',
	'the nearest': '/discover?lat=6.5095&lng=3.3711',
	'the soonest free': '/discover?sort=soonest',
	filtered: '/discover?category=nails&free=tomorrow&price=5000',
	'a search': '/discover?q=studio',
	'a search of two words': '/discover?q=studio+yaba',
	'a search without a hit': '/discover?q=zzqxzz',
	'time selection': '/booking/time-selection',
} as const

type Site = Size & {
	url: string
	guest: Guest
	minimum: Map<string, number>
	bytes: Map<string, number>
	close(): Promise<void>
}

/** The focus shop has one person; a late time leaves the early ones to the next booking. */
const choices: JourneyChoices = { shopId: focusShop.shopId, serviceId: focusShop.serviceId }

/** P13: the same pages and the booking post on databases of several sizes, in turns, the least latency of each. */
export async function growth(scale: Scale, say: (line: string) => void): Promise<BenchResult> {
	const rounds = countFor(scale, { quick: 10, normal: 100 })
	const bookings = countFor(scale, { quick: 3, normal: 15 })
	const sites: Site[] = []
	try {
		for (const size of sizes[scale]) {
			say(`Filling a database with ${size.shops} shops and ${size.appointments} appointments …`)
			sites.push(await openSite(size))
		}
		say('Measuring them in turns …')
		for (let round = 0; round < rounds; round++) {
			for (const [name, path] of Object.entries(pages)) {
				for (const site of sites) await measurePage(site, name, path)
			}
		}
		for (let booking = 0; booking < bookings; booking++) {
			for (const site of sites) await measureBooking(site)
		}
		return growthResult(sites, { rounds, bookings })
	} finally {
		for (const site of sites) await site.close()
	}
}

async function openSite(size: Size): Promise<Site> {
	const database = await startScratchDatabase()
	await seedLarge(database.url, {
		...size,
		// Half of the appointments are in the calendar that the pages show.
		focusShopAppointments: Math.min(size.appointments / 2, MOST_IN_ONE_CALENDAR),
		now: Date.now(),
	})
	const worker = await startScratchWorker(database.url)
	const guest = openGuest(worker.url)
	await walkTo(guest, 'time-selection', choices)
	return {
		...size,
		url: worker.url,
		guest,
		minimum: new Map(),
		bytes: new Map(),
		async close() {
			await worker.stop()
			await database.remove()
		},
	}
}

async function measurePage(site: Site, name: string, path: string) {
	const startedAt = performance.now()
	const answer = await site.guest.send(new URL(path, site.url))
	const html = await answer.text()
	keep(site, name, performance.now() - startedAt)
	if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
	site.bytes.set(name, Buffer.byteLength(html))
}

/** Measures only the post that books, not the steps before it. */
async function measureBooking(site: Site) {
	const post = await readyToBook(site.url, { ...choices, pickTime: (offered) => offered.at(-1) })
	const startedAt = performance.now()
	const answer = await post()
	keep(site, 'booking post', performance.now() - startedAt)
	if (!(await isBooked(answer))) throw new Error(`the booking post answered ${answer.status}`)
}

function keep({ minimum }: Site, name: string, tookMs: number) {
	minimum.set(name, Math.min(minimum.get(name) ?? Number.POSITIVE_INFINITY, tookMs))
}
