import { findPeriod, type PeriodInput, takingsWindow } from '#app/domain/payments/takings-period.server.ts'
import { addDays } from '#app/kernel/civil.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { ShopCaller } from '#app/kernel/vocabulary/shops.ts'
import { civilAt, dayStartsAt, type ZoneName } from '#app/kernel/zone.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

type TakingsInput<Key> = {
	caller: ShopCaller
	/** The caller's key, read in the same trip. */
	opened: () => Promise<Key>
	period: PeriodInput
	now: Instant
}

/** A shop's takings in a period on its own clock, in one trip. */
export async function readTakings<Key extends { shop: { timeZone: ZoneName } }>(
	{ payments: { takings } }: Pick<Repositories, 'payments'>,
	{ caller, opened, period, now }: TakingsInput<Key>,
) {
	const window = takingsWindow(period, now)
	const [key, parts, besides] = await Promise.all([
		opened(),
		takings.partsOfCaller(caller, window),
		takings.besidesOfCaller(caller, window),
	])
	const { isInPeriod, ...days } = onClock(key.shop.timeZone, period, now)
	return { key, ...days, parts: parts.filter(isInPeriod), besides: besides.filter(isInPeriod) }
}

/** These takings payment by payment, as lines of a file. */
export async function readTakingsFile<Key extends { shop: { timeZone: ZoneName } }>(
	{ payments: { takings } }: Pick<Repositories, 'payments'>,
	{ caller, opened, period, now }: TakingsInput<Key>,
) {
	const [key, lines] = await Promise.all([
		opened(),
		takings.fileLinesOfCaller(caller, takingsWindow(period, now)),
	])
	const { isInPeriod, from, until } = onClock(key.shop.timeZone, period, now)
	return { key, from, until, lines: lines.filter(isInPeriod) }
}

/** A line without an instant is in every period. */
function onClock(zone: ZoneName, period: PeriodInput, now: Instant) {
	const today = civilAt(zone, now).date
	const date = period.date ?? today
	const { from, until } = findPeriod(period.kind, date)
	const [fromAt, untilAt] = [dayStartsAt(zone, from), dayStartsAt(zone, addDays(until, 1))]
	const isInPeriod = ({ at }: { at: Instant | null }) => at === null || (at >= fromAt && at < untilAt)
	return { date, today, from, until, isInPeriod }
}
