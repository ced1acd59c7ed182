import { brandName } from '#app/ui/brand.tsx'
import { demoClient, demoPassword } from '#db/seed/demo-accounts.ts'
import { demoKioskLink } from './demo-kiosk-link.ts'

type Running = {
	url: string
	database: { url: string; isOwn: boolean }
	environment: string
	/** Addresses that show sent messages. */
	places: readonly string[]
}

/** The last lines of a start: what to do next (O8). */
export async function newcomerLines({ url, database, environment, places }: Running): Promise<string[]> {
	const isDemo = database.isOwn && environment !== 'production'
	const makeLink = (role: 'desk' | 'owner') =>
		isDemo ? demoKioskLink(database.url, { origin: url, device: { role }, now: Date.now() }) : null
	const [kiosk, owner] = await Promise.all([makeLink('desk'), makeLink('owner')])
	return [
		...places,
		...(database.isOwn ? [`For \`npm run ops\`: DATABASE_URL=${database.url}`] : []),
		...(database.isOwn
			? []
			: [
					'It serves the database of DATABASE_URL: without demo data, cron and sandbox, which are for its own only.',
				]),
		...(isDemo
			? [`Book as a guest, sign up, or sign in as ${demoClient.email} with the password ${demoPassword}.`]
			: []),
		...(kiosk
			? [`Run the shop ${kiosk.shopName} on another device or in a private window: ${kiosk.link}`]
			: []),
		...(owner ? [`Change what it offers, as its owner, in one more: ${owner.link}`] : []),
		database.isOwn
			? 'Ctrl-C stops it; the data stay. `npm run db:reset` starts afresh.'
			: 'Ctrl-C stops it; the data stay.',
		`\n${brandName} runs at ${url}`,
	]
}
