import { type AskedPeriod, periodOf, windowOf } from '#app/domain/payments/takings-period.server.ts'
import type { ShopCaller } from '#app/domain/shops/access-key.ts'
import { addDays } from '#app/kernel/civil.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { civilAt, dayStartsAt, type ZoneName } from '#app/kernel/zone.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

type AskedTakings<Key> = {
	caller: ShopCaller
	/** The key of the caller, which is read in the same trip. */
	opened: () => Promise<Key>
	period: AskedPeriod
	now: Instant
}

/**
 * What the caller's shop took in a period on its own clock, and what stands beside it, in one trip: only its answer
 * tells which clock that is. With `isByDay` each part has its date.
 */
export async function readTakings<Key extends { shop: { timeZone: ZoneName } }>(
	{ payments: { takings } }: Pick<Repositories, 'payments'>,
	{ caller, opened, period, now }: AskedTakings<Key>,
	{ isByDay = false } = {},
) {
	const window = windowOf(period, now)
	const asked = isByDay ? { ...window, sureFromAt: 0, sureUntilAt: 0 } : window
	const [key, parts, besides] = await Promise.all([
		opened(),
		takings.partsOfCaller(caller, asked),
		takings.besidesOfCaller(caller, window),
	])
	const zone = key.shop.timeZone
	const today = civilAt(zone, now).date
	const date = period.date ?? today
	const { from, until } = periodOf(period.kind, date)
	const [fromAt, untilAt] = [dayStartsAt(zone, from), dayStartsAt(zone, addDays(until, 1))]
	const isInPeriod = ({ at }: { at: Instant | null }) => at === null || (at >= fromAt && at < untilAt)
	return {
		key,
		date,
		today,
		from,
		until,
		parts: parts
			.filter(isInPeriod)
			.map(({ at, ...part }) => ({ ...part, date: at === null ? '' : civilAt(zone, at).date })),
		besides: besides.filter(isInPeriod),
	}
}
