import { focusShop, seedLarge } from '#db/seed/large.server.ts'
import {
	answerOf,
	type Guest,
	type JourneyChoices,
	openGuest,
	stepForm,
	walkTo,
} from '#scripts/site/browser-guest.ts'
import { filledForm } from '#scripts/site/filled-form.ts'
import { startScratchDatabase } from '#scripts/site/scratch-database.ts'
import { startScratchWorker } from '#scripts/site/scratch-worker.ts'
import { type BenchTable, milliseconds, times } from './bench-table.ts'

type Size = { shops: number; appointments: number }
const sizes: Size[] = [
	{ shops: 10, appointments: 10 },
	{ shops: 1_000, appointments: 1_000 },
	{ shops: 50_000, appointments: 100_000 },
]

const ROUNDS = 100
const BOOKINGS = 15

const pages = {
	discover: '/discover',
	'a category': '/discover?category=nails',
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

/** P13: the same pages and the booking post on three databases, in turns, the least latency of each. */
export async function growth(say: (line: string) => void): Promise<BenchTable> {
	const sites: Site[] = []
	try {
		for (const size of sizes) {
			say(`Filling a database with ${size.shops} shops and ${size.appointments} appointments …`)
			sites.push(await openSite(size))
		}
		say('Measuring them in turns …')
		for (let round = 0; round < ROUNDS; round++) {
			for (const [name, path] of Object.entries(pages)) {
				for (const site of sites) await measurePage(site, name, path)
			}
		}
		for (let booking = 0; booking < BOOKINGS; booking++) {
			for (const site of sites) await measureBooking(site)
		}
		return table(sites)
	} finally {
		for (const site of sites) await site.close()
	}
}

async function openSite(size: Size): Promise<Site> {
	const database = await startScratchDatabase()
	await seedLarge(database.url, {
		...size,
		// Half of all are in the one calendar that the pages show.
		focusShopAppointments: size.appointments / 2,
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

/** Only the post that books: the steps before it are walked without looking at the clock. */
async function measureBooking(site: Site) {
	const guest = openGuest(site.url)
	const page = await walkTo(guest, 'checkout', { ...choices, pickTime: (offered) => offered.at(-1) })
	const { values, options } = answerOf('checkout', page, guest)
	const { body } = filledForm(page.document, stepForm, values, options)
	const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: page.url.origin }
	const startedAt = performance.now()
	const answer = await guest.send(page.url, { method: 'POST', body: body.toString(), headers })
	keep(site, 'booking post', performance.now() - startedAt)
	if (answer.status !== 302) throw new Error(`the booking post answered ${answer.status}`)
}

function keep({ minimum }: Site, name: string, tookMs: number) {
	minimum.set(name, Math.min(minimum.get(name) ?? Number.POSITIVE_INFINITY, tookMs))
}

function table(sites: Site[]): BenchTable {
	const names = [...(sites[0]?.minimum.keys() ?? [])]
	return {
		title: 'Growth (P13)',
		text: `The least latency of ${ROUNDS} requests (${BOOKINGS} bookings) on three databases, in turns; half of the appointments are in the one calendar that is shown. Goal: at most 1.2 × the smallest, and pages of one size. Only equal pages are compared: where a database finds too little to fill a page, the next larger one is the measure. Bytes: of each database's page.`,
		columns: [
			'What',
			...sites.map(({ shops, appointments }) => `${shops} shops, ${appointments} appointments`),
			'Ratios',
			'Bytes',
		],
		rows: names.map((name) => {
			const [measure, ...larger] = sites.filter((site) => isFull(site, name, sites.at(-1)))
			const least = (site: Site | undefined) => site?.minimum.get(name) ?? Number.NaN
			return [
				name,
				...sites.map((site) => milliseconds(least(site))),
				larger.map((site) => times(least(site) / least(measure))).join(', '),
				sites.flatMap((site) => site.bytes.get(name) ?? []).join(', '),
			]
		}),
	}
}

/** Names and prices differ from page to page; a card more or less is more than that. */
function isFull({ bytes }: Site, name: string, largest: Site | undefined): boolean {
	const all = largest?.bytes.get(name)
	return all === undefined || (bytes.get(name) ?? 0) > 0.97 * all
}
