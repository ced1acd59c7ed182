import * as z from 'zod'
import { keptField, outsideLine } from '#app/kernel/form-fields.server.ts'
import {
	discoverCategories,
	freeDays,
	nearCircles,
	priceCaps,
	shopOrders,
} from '#app/kernel/vocabulary/discovery.ts'
import { areCoordinates, type Coordinates } from './distance.ts'
import { decodeCursor } from './list-page.ts'
import { cleanSearchText } from './search-words.ts'

const categoryIds = discoverCategories.map((category) => category.id)
const orderIds = shopOrders.map((order) => order.id)
const circleIds = nearCircles.map((circle) => circle.id)
const freeDayIds = freeDays.map((day) => day.id)
const text = outsideLine()
	.nullable()
	.transform((typed) => cleanSearchText(typed ?? ''))
/** A plain decimal number, else null: 'Infinity', '1e9', '0x10' and '' are none. */
const degrees = z
	.string()
	.regex(/^-?\d{1,3}(\.\d{1,12})?$/)
	.transform(Number)
	.nullable()
	.catch(null)

/** The URL of Discover is typed, shared and attacked: a wrong parameter counts as absent. */
const schema = z.object({
	q: text,
	near: text,
	category: z.enum(categoryIds).nullable().catch(null),
	sort: z.enum(orderIds).nullable().catch(null),
	free: z.enum(freeDayIds).nullable().catch(null),
	price: z.enum(priceCaps).nullable().catch(null),
	open: z
		.literal('1')
		.nullable()
		.catch(null)
		.transform((value) => value === '1'),
	/** The first page's circle, which the next pages keep. */
	within: z.enum(circleIds).nullable().catch(null),
	cursor: keptField(2_000).nullable().catch(null).transform(decodeCursor),
	lat: degrees,
	lng: degrees,
})

export type DiscoverQuery = Omit<z.infer<typeof schema>, 'lat' | 'lng'> & {
	/** As the customer's phone reported it. */
	position: Coordinates | null
}

/** Reads the query of Discover. Never refuses. */
export function readDiscoverQuery(params: URLSearchParams): DiscoverQuery {
	const names = Object.keys(schema.shape)
	const { lat, lng, ...query } = schema.parse(
		Object.fromEntries(names.map((name) => [name, params.get(name)])),
	)
	if (lat === null || lng === null) return { ...query, position: null }
	const position = { latitude: lat, longitude: lng }
	return { ...query, position: areCoordinates(position) ? position : null }
}
