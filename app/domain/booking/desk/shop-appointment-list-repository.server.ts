import { type SQL, sql } from 'drizzle-orm'
import type { Instant } from '#app/kernel/instant.ts'
import type { ListPlace } from '#app/kernel/list-place.ts'
import type { Database } from '#db/client.server.ts'
import { appointments, appointmentUpdates } from '#db/schema/booking.ts'
import { callingShopId, shopCallerPlaceholders } from '#db/shop-caller.server.ts'
import { placeholder, preparedSelect } from '#db/statement.server.ts'
import {
	type AppointmentAtShop,
	appointmentAtShop,
	type CallerAtShop,
	isNewFor,
	withPeople,
} from './shop-appointment-repository.server.ts'

/** `next` is null on the last page. */
type AppointmentPage = { appointments: AppointmentAtShop[]; next: ListPlace | null }
type PageInput = { after: ListPlace | null; limit: number; now: Instant }

const shopId = callingShopId(shopCallerPlaceholders)

/** By instant, then by appointment. */
const pageBy = (from: SQL, at: SQL, id: SQL, until: SQL) =>
	preparedSelect(
		appointmentAtShop,
		() => sql`FROM ${from} ${withPeople}
			WHERE ${at} >= ${placeholder('fromAt')} ${until} AND (${at}, ${id}) > (${placeholder('afterAt')}, ${placeholder('afterId')})
			ORDER BY ${at}, ${id} LIMIT ${placeholder('limit')}`,
	)

const byStart = pageBy(
	sql`${appointments}`,
	sql`${appointments.startsAt}`,
	sql`${appointments.id}`,
	sql`AND ${appointments.startsAt} < ${placeholder('untilAt')} AND ${appointments.shopId} = ${shopId}`,
)

const byUpdate = pageBy(
	sql`${appointmentUpdates} CROSS JOIN ${appointments} ON ${appointments.id} = ${appointmentUpdates.appointmentId}`,
	sql`${appointmentUpdates.updatedAt}`,
	sql`${appointmentUpdates.appointmentId}`,
	sql`AND ${appointmentUpdates.shopId} = ${shopId}`,
)

/** A shop's appointments beyond one day. Each statement checks the access key, which saves a trip. */
export function createShopAppointmentListRepository(read: Database['read']) {
	const input = ({ secretHash, kind }: CallerAtShop, { after, limit, now }: PageInput) => ({
		secretHash,
		kind,
		sessionHash: null,
		...isNewFor(now),
		afterAt: after?.at ?? 0,
		afterId: after?.id ?? '',
		limit: limit + 1,
	})
	const takePage = (rows: AppointmentAtShop[], limit: number, atOf: (row: AppointmentAtShop) => Instant) => {
		const last = rows.length > limit ? rows[limit - 1] : undefined
		const next = last ? { at: atOf(last), id: last.appointmentId } : null
		return { appointments: rows.slice(0, limit), next }
	}
	return {
		/** By start, between two instants; the end is excluded. */
		async appointmentsBetween(
			caller: CallerAtShop,
			{ fromAt, untilAt, ...page }: PageInput & { fromAt: Instant; untilAt: Instant },
		): Promise<AppointmentPage> {
			const firstAt = Math.max(fromAt, page.after?.at ?? 0)
			const rows = await read(byStart({ ...input(caller, page), fromAt: firstAt, untilAt }))
			return takePage(rows, page.limit, ({ startsAt }) => startsAt)
		},

		/**
		 * Changed at `since` or later, each once, by last change. A change committed meanwhile comes after all rows read.
		 */
		async appointmentsUpdated(
			caller: CallerAtShop,
			{ since, ...page }: PageInput & { since: Instant },
		): Promise<AppointmentPage> {
			const firstAt = Math.max(since, page.after?.at ?? 0)
			const rows = await read(byUpdate({ ...input(caller, page), fromAt: firstAt }))
			return takePage(rows, page.limit, ({ updatedAt }) => updatedAt)
		},
	}
}
