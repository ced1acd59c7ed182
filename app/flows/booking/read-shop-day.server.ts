import { readDayQuery } from '#app/domain/booking/desk/day-address.ts'
import type { CallerAtShop } from '#app/domain/booking/desk/shop-appointment-repository.server.ts'
import { customerName } from '#app/domain/booking/desk/shop-appointment-words.ts'
import { shopDayView, waitingDepositWords } from '#app/domain/booking/desk/shop-day-view.server.ts'
import { toDoLine } from '#app/domain/booking/desk/shop-to-do.ts'
import { clockLabelAt, momentLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { civilAt } from '#app/kernel/zone.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

const APPOINTMENTS_OF_DAY = 400
/** To do lists all times that wait for a deposit. */
const DEPOSITS_OF_PAGE = 3

/** The list of the requested day; null where the key opens nothing any more. */
export async function readShopDay(
	{ booking: { appointmentViews, deposits } }: Pick<Repositories, 'booking'>,
	caller: CallerAtShop & { sessionHash: string | null },
	search: URLSearchParams,
	now: Instant,
) {
	const wanted = readDayQuery(search)
	const [day, toDo, waiting] = await Promise.all([
		appointmentViews.dayOfShop(caller, {
			date: wanted.date,
			now,
			after: null,
			limit: APPOINTMENTS_OF_DAY,
		}),
		appointmentViews.toDoCounts(caller, now),
		deposits.waitingDeposits(caller, now),
	])
	const { shop } = day
	if (!shop) return null
	// A person's device requests no deposits.
	const { personId } = shop
	const requested = personId === null ? wanted : { ...wanted, isByPerson: false }
	return {
		...shopDayView({ ...day, shop }, requested, now),
		toDo: toDoLine(toDo, civilAt(shop.timeZone, now).date),
		payoutAccountFrom:
			toDo.payoutAccountFrom === null ? null : momentLabelAt(shop.timeZone, toDo.payoutAccountFrom, now),
		waiting: waiting
			.filter(({ startsAt }) => personId === null && civilAt(shop.timeZone, startsAt).date === shop.date)
			.slice(0, DEPOSITS_OF_PAGE)
			.map((deposit) => ({
				to: `/kiosk/deposits/${deposit.checkoutId}`,
				name: customerName(deposit),
				about: `${clockLabelAt(shop.timeZone, deposit.startsAt)} · ${waitingDepositWords(deposit, shop.timeZone, now)}`,
			})),
	}
}
