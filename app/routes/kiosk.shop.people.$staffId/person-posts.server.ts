import type { AppLoadContext } from '@remix-run/cloudflare'
import type * as z from 'zod'
import { weekOfShop } from '#app/domain/availability/rota.ts'
import { personFields } from '#app/domain/discovery/catalogue.ts'
import {
	changedStaff,
	type ownStaffFormSchema,
	readSeenStaff,
	seenStaff,
} from '#app/domain/discovery/own-staff-form.server.ts'
import { changeStaff, createStaff } from '#app/flows/shop/change-catalogue.server.ts'
import { changeDaysOff } from '#app/flows/shop/change-hours.server.ts'
import { answerOwnerChange } from '#app/http/owner-change.server.ts'
import type { OwnerPost } from '#app/http/owner-post.server.ts'
import { shortDateLabel } from '#app/kernel/date-labels.server.ts'
import { valuesOfForm } from '#app/kernel/described-form.server.ts'

type Sent = z.output<typeof ownStaffFormSchema>
type PostOf<Intent extends Sent['intent']> = OwnerPost<Extract<Sent, { intent: Intent }>>

const LIST = '/kiosk/shop/people'

/** Adds a person on the page 'new', else changes the shown person. */
export async function changePerson(context: AppLoadContext, staffId: string, post: PostOf<'person'>) {
	const { key, caller, now, value } = post
	const { firstName, lastName, lastDay, isActive, service: serviceIds, seen: sent, keep } = value
	const fields = { ...valuesOfForm(personFields, value), lastDay, isActive }
	const shopId = key.shop.id
	const { catalogue } = context.discovery
	const name = `${firstName} ${lastName}`.trim()
	const action = [staffId, keep ?? null, sent ?? null, JSON.stringify([fields, serviceIds])] as const
	if (staffId === 'new') {
		return answerOwnerChange(context, post, {
			action: ['create staff', ...action],
			run: ({ actId, actOf }) =>
				createStaff(context, {
					shopId,
					id: actId,
					fields,
					serviceIds,
					week: value.shopHours ? weekOfShop : [],
					alongside: actOf({ kind: 'staff_changed', subjectId: actId, summary: `New person: ${name}` }),
					now,
				}),
			path: LIST,
			notice: `${firstName} added`,
		})
	}
	const seen = readSeenStaff(sent)
	return answerOwnerChange(context, post, {
		action: ['change staff', ...action],
		run: ({ actOf }) =>
			changeStaff(context, {
				shopId,
				id: staffId,
				fields,
				serviceIds,
				...(seen && { seen }),
				...(keep && { keepsAppointments: true }),
				alongside: actOf({ kind: 'staff_changed', subjectId: staffId, summary: name }),
				now,
			}),
		async current() {
			const [row, services] = await Promise.all([
				catalogue.ownStaff.one(caller, staffId),
				catalogue.ownServices.all(caller),
			])
			const findName = (id: string) =>
				services.find((service) => service.id === id)?.name ?? 'another service'
			return row && seen && { changed: changedStaff(seen, row, findName), kept: seenStaff(row) }
		},
		path: LIST,
		notice: 'Saved',
	})
}

/** Gives all the days off, or none. */
export async function giveDaysOff(context: AppLoadContext, staffId: string, post: PostOf<'off'>) {
	const { offFrom: from, offUntil: until = from, keep } = post.value
	return changeOff(context, staffId, post, { from, until, isOff: true, keep })
}

export async function cancelDaysOff(context: AppLoadContext, staffId: string, post: PostOf<'on'>) {
	const [from = '', until = ''] = post.value.span.split(' ')
	return changeOff(context, staffId, post, { from, until, isOff: false, keep: undefined })
}

type OffChange = { from: string; until: string; isOff: boolean; keep: '1' | undefined }

async function changeOff(
	context: AppLoadContext,
	staffId: string,
	post: OwnerPost<{ act: string }>,
	{ keep, ...change }: OffChange,
) {
	const { key, caller, now } = post
	const person = await context.discovery.catalogue.ownStaff.one(caller, staffId)
	const days = [...new Set([change.from, change.until])].map(shortDateLabel).join(' – ')
	const notice = `${days}: ${change.isOff ? 'off' : 'works'}`
	return answerOwnerChange(context, post, {
		action: ['days off', staffId, keep ?? null, change.from, change.until, Number(change.isOff)],
		run: ({ actOf }) =>
			changeDaysOff(context, {
				shopId: key.shop.id,
				staffMemberId: staffId,
				...change,
				...(keep && { keepsAppointments: true }),
				alongside: actOf({
					kind: 'schedule_changed',
					subjectId: staffId,
					summary: `${person?.firstName ?? ''}: ${notice}`,
				}),
				now,
			}),
		path: `${LIST}/${staffId}`,
		notice,
	})
}
