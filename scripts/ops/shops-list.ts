import type { OpsCommand } from './ops-command.ts'
import { operatorRepositories } from './ops-database.ts'

const PAGE = 100

/** `ops shops list`: the ids of shops. */
export const shopsList: OpsCommand = {
	name: 'shops list',
	summary: 'lists shops with their ids, a hundred at a time',
	places: [],
	options: {
		like: { type: 'string', about: 'only shops with this in their name, area or city' },
		after: { type: 'string', about: 'starts after this id' },
	},
	about:
		'Reads DATABASE_URL and DATABASE_AUTH_TOKEN; with APP_ORIGIN, it also gives the page where each shop can print its QR code.',
	async run({ options: { like = '', after = '' }, env }) {
		const shops = await operatorRepositories(env).shopLists.shopsLike(String(like), {
			after: String(after),
			limit: PAGE,
		})
		const last = shops.length === PAGE ? shops.at(-1)?.id : undefined
		return {
			isWell: true,
			lines: [
				...shops.map(({ id, externalId, slug, name, area, city, isListed }) =>
					[
						id,
						externalId ?? '-',
						slug ?? '-',
						`${name}, ${area}, ${city}`,
						...(isListed ? [] : ['(not listed)']),
						...(slug && isListed && env.APP_ORIGIN ? [`${env.APP_ORIGIN}/s/${slug}/qr`] : []),
					]
						.join('  ')
						.trimEnd(),
				),
				...(last ? [`More: --after ${last}`] : []),
				...(shops.length === 0 ? ['No shops.'] : []),
			],
			data: { shops, next: last ?? null },
		}
	},
}
