import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'

/** 'refunded' online; 'balance' was paid at the shop after an online payment, by an unknown way. */
export const takingsWays = ['online', 'refunded', 'cash', 'card', 'transfer', 'balance'] as const
export type TakingsWay = (typeof takingsWays)[number]

export const takingsItems = ['service', 'add_on', 'plan'] as const
export type TakingsItem = (typeof takingsItems)[number]

/** One way to pay, one item and one person. */
export type TakingsPart = {
	way: TakingsWay
	item: TakingsItem
	itemId: string
	itemName: string
	/** Null for a plan. */
	person: { id: string; name: string } | null
	/** Without the tip; negative for a refund. */
	amountKobo: Kobo
	tipKobo: Kobo
}

/** The share of one payment or refund for one item. */
export type TakingsFileLine = TakingsPart & {
	at: Instant
	referenceNumber: string
	customer: string
	/** Only with the first payment of an appointment or plan. */
	discountKobo: Kobo
}

export type TakingsLine = { label: string; amountKobo: Kobo }

/** Three lists that each add up to `totalKobo`, and the tips. */
export type Takings = {
	totalKobo: Kobo
	tipsKobo: Kobo
	byWay: TakingsLine[]
	byItem: TakingsLine[]
	byPerson: TakingsLine[]
	tips: TakingsLine[]
}

export const takingsWayWords: Record<TakingsWay, string> = {
	online: 'Paid online',
	refunded: 'Refunded online',
	cash: 'Cash',
	card: 'Card at the shop',
	transfer: 'Bank transfer',
	balance: 'Balance paid at the shop',
}

/** Of a list; the CSV has all. */
const MOST_LINES = 40

export function countTakings(parts: readonly TakingsPart[]): Takings {
	const partAmount = ({ amountKobo }: TakingsPart) => amountKobo
	const partTip = ({ tipKobo }: TakingsPart) => tipKobo
	const tipsKobo = sum(parts, partTip)
	const tipsLine = tipsKobo === 0 ? [] : [{ label: 'Tips', amountKobo: tipsKobo }]
	const byWay = takingsWays.flatMap((way) => {
		const ofWay = parts.filter((part) => part.way === way)
		return ofWay.length === 0
			? []
			: [{ label: takingsWayWords[way], amountKobo: sum(ofWay, partAmount) + sum(ofWay, partTip) }]
	})
	const partPerson = ({ person }: TakingsPart) => person ?? { id: '', name: 'Plans' }
	const partItem = ({ item, itemId, itemName }: TakingsPart) => ({ id: `${item} ${itemId}`, name: itemName })
	return {
		totalKobo: sum(parts, partAmount) + tipsKobo,
		tipsKobo,
		byWay,
		byItem: [...groupLines(parts, partItem, partAmount), ...tipsLine],
		byPerson: [...groupLines(parts, partPerson, partAmount), ...tipsLine],
		tips: groupLines(parts, partPerson, partTip),
	}
}

function sum(parts: readonly TakingsPart[], of: (part: TakingsPart) => Kobo): Kobo {
	return parts.reduce((total, part) => total + of(part), 0)
}

/** The largest first, without zeros; the smallest of many are one line. */
function groupLines(
	parts: readonly TakingsPart[],
	nameOf: (part: TakingsPart) => { id: string; name: string },
	of: (part: TakingsPart) => Kobo,
): TakingsLine[] {
	const byId = new Map<string, TakingsLine>()
	for (const part of parts) {
		const { id, name } = nameOf(part)
		const line = byId.get(id) ?? { label: name, amountKobo: 0 }
		byId.set(id, { ...line, amountKobo: line.amountKobo + of(part) })
	}
	const lines = withUniqueLabels([...byId.values()].filter(({ amountKobo }) => amountKobo !== 0)).sort(
		(a, b) => b.amountKobo - a.amountKobo || (a.label < b.label ? -1 : 1),
	)
	const rest = lines.splice(MOST_LINES)
	const restKobo = rest.reduce((total, { amountKobo }) => total + amountKobo, 0)
	return rest.length === 0 ? lines : [...lines, { label: `${rest.length} others`, amountKobo: restKobo }]
}

/** Equal names stay two lines: 'Ada Obi', 'Ada Obi (2)'. */
function withUniqueLabels(lines: readonly TakingsLine[]): TakingsLine[] {
	const seen = new Map<string, number>()
	return lines.map((line) => {
		const count = (seen.get(line.label) ?? 0) + 1
		seen.set(line.label, count)
		return count === 1 ? line : { ...line, label: `${line.label} (${count})` }
	})
}
