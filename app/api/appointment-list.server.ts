import type { AppLoadContext } from '@remix-run/cloudflare'
import * as z from 'zod'
import type { AppointmentAtShop } from '#app/domain/booking/desk/shop-appointment-repository.server.ts'
import type { CivilDate } from '#app/kernel/civil.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { ListPlace } from '#app/kernel/list-place.ts'
import type { ShopCaller } from '#app/kernel/vocabulary/shops.ts'
import { civilAt } from '#app/kernel/zone.server.ts'
import {
	apiInstantField,
	checkRange,
	dateField,
	pagedFields,
	rangeFields,
	rangeInstants,
} from './api-fields.server.ts'

/** By one day, a range of days, or the last change. */
export const listQuery = z
	.strictObject({
		date: dateField.optional(),
		...rangeFields,
		updated_since: apiInstantField.optional(),
		...pagedFields,
	})
	.superRefine((query, context) => {
		const { date, from, to, updated_since: since } = query
		const requested = [date, from ?? to, since].filter((one) => one !== undefined)
		if (requested.length > 1)
			context.addIssue({
				code: 'custom',
				path: [since === undefined ? 'date' : 'updated_since'],
				message: 'Give a date, a range, or updated_since.',
			})
		checkRange(query, context)
	})

type Input = {
	caller: ShopCaller
	query: z.output<typeof listQuery>
	timeZone: string
	now: Instant
}
type Listed = { appointments: AppointmentAtShop[]; next: ListPlace | null; date: CivilDate }

export async function appointmentPage(
	{ booking: { appointmentViews } }: Pick<AppLoadContext, 'booking'>,
	{ caller, query: { date, from, to, updated_since: since, limit, cursor }, timeZone, now }: Input,
): Promise<Listed> {
	const page = { after: cursor, limit, now }
	const today = civilAt(timeZone, now).date
	if (since !== undefined)
		return { ...(await appointmentViews.appointmentsUpdated(caller, { ...page, since })), date: today }
	if (from !== undefined || to !== undefined) {
		const stretch = rangeInstants(timeZone, { from, to })
		const listed = await appointmentViews.appointmentsBetween(caller, { ...page, ...stretch })
		return { ...listed, date: from ?? today }
	}
	const after = cursor && { startsAt: cursor.at, appointmentId: cursor.id }
	const day = await appointmentViews.dayOfShop(caller, { date: date ?? null, now, after, limit })
	return {
		appointments: day.appointments,
		next: day.next && { at: day.next.startsAt, id: day.next.appointmentId },
		date: day.shop?.date ?? date ?? today,
	}
}
